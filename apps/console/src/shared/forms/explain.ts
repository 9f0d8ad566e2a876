import { ApiError } from '@portico/api-client';
import type { FormError } from '@portico/ui';

/** What is left to say beside the toast: which fields the service found wrong. */
export const explain = (error: unknown): FormError => ({
  text: '',
  faults: error instanceof ApiError ? error.problem.faults : undefined,
});
