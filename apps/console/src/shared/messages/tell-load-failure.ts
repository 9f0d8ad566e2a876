import { errorText } from '@portico/api-client';
import { toast } from '@portico/ui';

export const LOAD_FAILURE = 'There was an error:';

/** Tells that something could not be loaded. Apart from the other toasts, which are not part of the page's first code. */
export const tellLoadFailure = (error: unknown): void => void toast('error', LOAD_FAILURE, errorText(error));
