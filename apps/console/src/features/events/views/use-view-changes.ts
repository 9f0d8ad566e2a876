import { useQueryClient } from '@tanstack/react-query';
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
import { useChange } from '../../../api/calls.ts';
import { useApi } from '../../../api/use-api.ts';
import type { ShownView } from './shown-views.ts';
import { viewsQuery } from './views.queries.ts';

/** Mutations of views. Each one refetches the list of views. */
export const useViewChanges = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const options = { onSuccess: () => queryClient.invalidateQueries({ queryKey: viewsQuery(api).queryKey }) };
  type Placement = { key: ShownView['key']; place: ViewPlace };
  return {
    save: useChange(createView, (body: Pick<View, 'name' | 'search'>) => ({ body }), options),
    change: useChange(
      updateView,
      ({ id, ...body }: Pick<View, 'id'> & ViewUpdate) => ({ params: { id }, body }),
      options,
    ),
    remove: useChange(deleteView, ({ id }: Pick<View, 'id'>) => ({ params: { id } }), options),
    takeOver: useChange(takeOverView, (id: number) => ({ params: { id } }), options),
    put: useChange(placeView, ({ key, place }: Placement) => ({ params: { view: key }, body: { place } }), options),
  };
};
