import { useQueryClient } from '@tanstack/react-query';
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
import { QUIET, quiet, readQuery, useChange } from '../../api/calls.ts';
import { EPISODES_KEY } from '../episodes/episodes.queries.ts';
import { SILENCE_KEY } from '../silence/silence.queries.ts';
import { TROUBLE_KEY } from '../trouble/trouble.queries.ts';

const MAINTENANCE_KEY = ['maintenance'];
/** Poll interval in milliseconds, because the server sends no event when a window begins or ends. */
const REFRESH_MS = 30_000;

/** Maintenance windows that the viewer may see: first current, then planned, then past windows. */
export const maintenanceQuery = (api: ApiClient) =>
  readQuery(api, [...MAINTENANCE_KEY, 'list'], listMaintenance, { query: { limit: 100 } }, quiet(REFRESH_MS));

export const currentMaintenanceQuery = (api: ApiClient, integration: number) =>
  readQuery(
    api,
    [...MAINTENANCE_KEY, 'current', integration],
    listMaintenance,
    { query: { state: 'current', integration, limit: 100 } },
    quiet(REFRESH_MS),
  );

export const previewQuery = (api: ApiClient, when: MaintenanceTimes) =>
  readQuery(
    api,
    [...MAINTENANCE_KEY, 'preview', when],
    previewMaintenance,
    { body: { when } },
    { retry: false, ...QUIET },
  );

export const useMaintenanceMutations = () => {
  const queryClient = useQueryClient();
  const onSettled = () => {
    for (const queryKey of [MAINTENANCE_KEY, EPISODES_KEY, SILENCE_KEY, TROUBLE_KEY])
      void queryClient.invalidateQueries({ queryKey });
  };
  return {
    create: useChange(createMaintenance, (window: MaintenanceCreate) => ({ body: window }), { onSettled }),
    replace: useChange(
      replaceMaintenance,
      ({ id, window }: { id: number; window: MaintenanceUpdate }) => ({ params: { id }, body: window }),
      { onSettled },
    ),
    end: useChange(endMaintenance, (id: number) => ({ params: { id } }), { onSettled }),
    remove: useChange(deleteMaintenance, (id: number) => ({ params: { id } }), { onSettled }),
  };
};
