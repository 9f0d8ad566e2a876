import { useMutation } from '@tanstack/react-query';
import { validateEvent } from '@portico/contracts/http/rejected-events';
import { useApi } from '../../api/use-api.ts';

/**
 * Validates an event without publishing it.
 * @param rejected - validates it as the correction of this rejected event
 */
export const useEventCheck = (rejected?: string) => {
  const api = useApi();
  return useMutation({
    // Invalid JSON is sent as text; the same validation returns its fault.
    mutationFn: (value: unknown) => api.call(validateEvent, { query: { rejected }, body: value }),
  });
};
