import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { republishEvent } from '@portico/contracts/http/rejected-events';
import { useEventCheck } from '../../../shared/event-check/use-event-check.ts';
import { REJECTED_KEY } from '../rejected.queries.ts';

/** Judges a corrected event, and publishes it. */
export const useCorrection = (api: ApiClient, id: string) => {
  const queryClient = useQueryClient();
  const check = useEventCheck(api, id);
  const publish = useMutation({
    mutationFn: (value: string) => api.call(republishEvent, { params: { id }, body: { value } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: REJECTED_KEY }),
  });
  return { check, publish };
};
