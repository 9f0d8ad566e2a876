import { errorText } from '@portico/api-client';
import { toast } from '@portico/ui';

export const LOAD_FAILURE = 'There was an error:';

/** Shows a toast for a failed load. Separate from the other toasts, which are not part of the first load. */
export const tellLoadFailure = (error: unknown): void => void toast('error', LOAD_FAILURE, errorText(error));
