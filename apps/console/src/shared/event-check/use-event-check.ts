import { validateEvent } from '@portico/contracts/http/rejected-events';
import { useChange } from '../../api/calls.ts';

/** @param rejected id of the rejected event that the validated event corrects */
export const useEventCheck = (rejected?: string) =>
  // Sends invalid JSON as text, so that the server validates the text too and returns the error.
  useChange(validateEvent, (value: unknown) => ({ query: { rejected }, body: value }));
