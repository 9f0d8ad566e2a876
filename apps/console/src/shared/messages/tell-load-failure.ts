import { errorText } from '@portico/api-client';
import { toast } from '@portico/ui';

export const LOAD_FAILURE = 'There was an error:';

/** This function has its own file, so that the first load does not include the other toasts. */
export const tellLoadFailure = (error: unknown): void => void toast('error', LOAD_FAILURE, errorText(error));
