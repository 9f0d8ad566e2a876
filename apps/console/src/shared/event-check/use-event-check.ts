import { validateEvent } from '@portico/contracts/http/rejected-events';
import { useChange } from '../../api/calls.ts';

/**
 * Validates an event without publishing it.
 * @param rejected - validates it as the correction of this rejected event
 */
export const useEventCheck = (rejected?: string) =>
  // Invalid JSON is sent as text; the same validation returns its fault.
  useChange(validateEvent, (value: unknown) => ({ query: { rejected }, body: value }));
