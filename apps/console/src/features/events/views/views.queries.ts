import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { createView, deleteView, listViews, updateView, type View } from '@portico/contracts/http/views';

const KEY = ['views'];

/** The viewer's saved views, by name. */
export const viewsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listViews, { signal }),
    staleTime: 30_000,
    meta: { isQuiet: true },
  });

/** What changes the views; each is listed again afterwards. */
export const useViewChanges = (api: ApiClient) => {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: KEY });
  return {
    save: useMutation({
      mutationFn: (view: Pick<View, 'name' | 'search'>) => api.call(createView, { body: view }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: Pick<View, 'id' | 'name'>) => api.call(updateView, { params: { id }, body: { name } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Pick<View, 'id'>) => api.call(deleteView, { params: { id } }),
      onSuccess,
    }),
  };
};
