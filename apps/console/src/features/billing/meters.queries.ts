import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { MeterQuestion } from '@portico/contracts/http/event-usage';
import { listMeters, type MeterWrite, previewMeter, putMeter } from '@portico/contracts/http/usage';
import { useApi } from '../../api/use-api.ts';

export const metersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['meters'],
    queryFn: ({ signal }) => api.call(listMeters, { signal }),
    meta: { isQuiet: true },
  });

export const useMeterMutations = (key: string) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    save: useMutation({
      mutationFn: (body: MeterWrite) => api.call(putMeter, { params: { key }, body }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: metersQuery(api).queryKey }),
    }),
    preview: useMutation({ mutationFn: (body: MeterQuestion) => api.call(previewMeter, { body }) }),
  };
};
