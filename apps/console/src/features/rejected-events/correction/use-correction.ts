import { useMutation, useQueryClient } from '@tanstack/react-query';
import { republishEvent } from '@portico/contracts/http/rejected-events';
import { useApi } from '../../../api/use-api.ts';
import { useEventCheck } from '../../../shared/event-check/use-event-check.ts';
import { UNCORRECTED_KEY } from '../../../shared/trouble/trouble.queries.ts';
import { REJECTED_KEY } from '../rejected.queries.ts';

/** Judges a corrected event, and publishes it. */
export const useCorrection = (id: string) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const check = useEventCheck(id);
  const publish = useMutation({
    mutationFn: (value: string) => api.call(republishEvent, { params: { id }, body: { value } }),
    onSettled: () => {
      for (const queryKey of [REJECTED_KEY, UNCORRECTED_KEY]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return { check, publish };
};
