import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  abortRedrive,
  getRedrive,
  listRedrives,
  pauseRedrive,
  previewRedrive,
  type Redrive,
  type RedriveRequest,
  reportRedrive,
  type RedriveReportQuery,
  resumeRedrive,
  startRedrive,
} from '@portico/contracts/http/redrives';
import { useApi } from '../../../api/use-api.ts';
import { readQuery, useChange } from '../../../api/calls.ts';
import { refetchRejected } from '../rejected.queries.ts';
import { saveFile } from '../../../shared/files/save-file.ts';

const KEY = ['redrives'];
/** Poll interval of a correction run in progress, in milliseconds. */
const RUNNING_MS = 1_000;
const POLL_MS = 15_000;
const MAX_RUNS = 5;

export const runsQuery = (api: ApiClient) =>
  readQuery(
    api,
    [...KEY, 'list'],
    listRedrives,
    { query: { limit: MAX_RUNS, offset: 0 } },
    { refetchInterval: POLL_MS },
  );

export const runQuery = (api: ApiClient, id: string) =>
  readQuery(
    api,
    [...KEY, 'one', id],
    getRedrive,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? RUNNING_MS : POLL_MS) },
  );

export const useRedrive = () => {
  const queryClient = useQueryClient();
  const preview = useChange(previewRedrive, (body: RedriveRequest) => ({ body }));
  const start = useChange(startRedrive, (body: RedriveRequest) => ({ body }), {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
  return { preview, start };
};

const ORDERS = { pause: pauseRedrive, resume: resumeRedrive, abort: abortRedrive } as const;
export type RunOrder = keyof typeof ORDERS;

export const useRunOrders = (id: string) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: RunOrder): Promise<Redrive> => api.call(ORDERS[order], { params: { id } }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: KEY });
      refetchRejected(queryClient);
    },
  });
};

/** Downloads a report with the result of each event. */
export const useReport = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: async (format: RedriveReportQuery['format']) => {
      const response = await api.stream(reportRedrive, { params: { id }, query: { format } });
      saveFile(await response.blob(), `corrected-${id}.${format}`);
    },
  });
};
