import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  createMaintenance,
  deleteMaintenance,
  endMaintenance,
  listMaintenance,
  type MaintenanceCreate,
  type MaintenanceTimes,
  type MaintenanceUpdate,
  previewMaintenance,
  replaceMaintenance,
} from '@portico/contracts/http/maintenance';
import { useApi } from '../../api/use-api.ts';
import { EPISODES_KEY } from '../episodes/episodes.queries.ts';
import { SILENCE_KEY } from '../silence/silence.queries.ts';
import { TROUBLE_KEY } from '../trouble/trouble.queries.ts';

const MAINTENANCE_KEY = ['maintenance'];
/** Poll interval in milliseconds, because a window begins and ends without an event. */
const REFRESH_MS = 30_000;

/** Windows that the viewer may see: current, then planned, then past ones. */
export const maintenanceQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...MAINTENANCE_KEY, 'list'],
    queryFn: ({ signal }) => api.call(listMaintenance, { query: { limit: 100 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** The active windows that cover an integration. */
export const currentMaintenanceQuery = (api: ApiClient, integration: number) =>
  queryOptions({
    queryKey: [...MAINTENANCE_KEY, 'current', integration],
    queryFn: ({ signal }) =>
      api.call(listMaintenance, { query: { state: 'current', integration, limit: 100 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** The occurrences that a window would have. */
export const previewQuery = (api: ApiClient, when: MaintenanceTimes) =>
  queryOptions({
    queryKey: [...MAINTENANCE_KEY, 'preview', when],
    queryFn: ({ signal }) => api.call(previewMaintenance, { body: { when }, signal }),
    retry: false,
    meta: { isQuiet: true },
  });

export const useMaintenanceMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => {
    for (const queryKey of [MAINTENANCE_KEY, EPISODES_KEY, SILENCE_KEY, TROUBLE_KEY])
      void queryClient.invalidateQueries({ queryKey });
  };
  return {
    create: useMutation({
      mutationFn: (window: MaintenanceCreate) => api.call(createMaintenance, { body: window }),
      onSettled,
    }),
    replace: useMutation({
      mutationFn: ({ id, window }: { id: number; window: MaintenanceUpdate }) =>
        api.call(replaceMaintenance, { params: { id }, body: window }),
      onSettled,
    }),
    end: useMutation({ mutationFn: (id: number) => api.call(endMaintenance, { params: { id } }), onSettled }),
    remove: useMutation({ mutationFn: (id: number) => api.call(deleteMaintenance, { params: { id } }), onSettled }),
  };
};
