import { ApiError } from '@portico/api-client';
import type { FormError } from '@portico/ui';

/** Returns the fields that the service rejected, without a text, because a toast shows the message. */
export const explain = (error: unknown): FormError => ({
  text: '',
  faults: error instanceof ApiError ? error.problem.faults : undefined,
});
