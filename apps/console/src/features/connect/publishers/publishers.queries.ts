import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  listPublishers,
  namePublisher,
  type PublisherName,
  removePublisher,
} from '@portico/contracts/http/integration-publishers';
import { useApi } from '../../../api/use-api.ts';

export const publishersQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['connect', 'publishers', id],
    queryFn: ({ signal }) => api.call(listPublishers, { params: { id }, signal }),
    meta: { isQuiet: true },
  });

export const usePublisherMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: publishersQuery(api, id).queryKey });
  return {
    name: useMutation({
      mutationFn: (body: PublisherName) => api.call(namePublisher, { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (publisherId: number) => api.call(removePublisher, { params: { id, publisherId } }),
      onSettled,
    }),
  };
};
