import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createView,
  deleteView,
  placeView,
  takeOverView,
  updateView,
  type View,
  type ViewPlace,
  type ViewUpdate,
} from '@portico/contracts/http/views';
import { useApi } from '../../../api/use-api.ts';
import type { ShownView } from './shown-views.ts';
import { viewsQuery } from './views.queries.ts';

/** Mutations of views. Each mutation refetches the list of views. */
export const useViewChanges = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: viewsQuery(api).queryKey });
  return {
    save: useMutation({
      mutationFn: (view: Pick<View, 'name' | 'search'>) => api.call(createView, { body: view }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Pick<View, 'id'> & ViewUpdate) => api.call(updateView, { params: { id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: ({ id }: Pick<View, 'id'>) => api.call(deleteView, { params: { id } }),
      onSuccess,
    }),
    takeOver: useMutation({
      mutationFn: (id: number) => api.call(takeOverView, { params: { id } }),
      onSuccess,
    }),
    put: useMutation({
      mutationFn: ({ key, place }: { key: ShownView['key']; place: ViewPlace }) =>
        api.call(placeView, { params: { view: key }, body: { place } }),
      onSuccess,
    }),
  };
};
