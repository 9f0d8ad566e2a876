import { useMutation } from '@tanstack/react-query';
import { validateEvent } from '@portico/contracts/http/rejected-events';
import { useApi } from '../../api/use-api.ts';

/**
 * What would become of an event, by the judge of what is published; nothing is.
 * @param rejected - judged as the correction of this rejected event
 */
export const useEventCheck = (rejected?: string) => {
  const api = useApi();
  return useMutation({
    // Invalid JSON is sent as text and gets its verdict from the same validation.
    mutationFn: (value: unknown) => api.call(validateEvent, { query: { rejected }, body: value }),
  });
};
