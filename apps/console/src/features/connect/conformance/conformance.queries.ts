import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { getConformance } from '@portico/contracts/http/conformance';
import type { Period } from '@portico/contracts/http/event-health';
import { listRejectionCauses } from '@portico/contracts/http/rejected-events';
import { useApi } from '../../../api/use-api.ts';
import { QUIET, readQuery } from '../../../api/calls.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

const REFRESH_MS = 15_000;
/** Poll interval in milliseconds while the period has no events, because the first event is expected soon. */
const FIRST_EVENT_MS = 3_000;
/** Maximum number of rejection causes shown. */
const CAUSES = 10;
const PERIOD_MS: Record<Period, number> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
};

/** Polls until a request fails. A viewer without permission gets an error, and sees no figures. */
const QUERY_OPTIONS = {
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { error: unknown } }) => (state.error === null ? REFRESH_MS : false),
  ...QUIET,
} as const;

/** Conformance in a period: the numbers of accepted, on-time and shared-topic events, and the event names. */
export const useConformance = (id: number, period: Period, isEnabled = true) => {
  const api = useApi();
  return useQuery(
    readQuery(
      api,
      ['connect', 'conformance', id, period],
      getConformance,
      { params: { id }, query: { period } },
      {
        enabled: isEnabled,
        ...QUERY_OPTIONS,
        refetchInterval: ({ state: { data, error } }) =>
          error === null && (data?.published === 0 ? FIRST_EVENT_MS : REFRESH_MS),
      },
    ),
  );
};

export const causesQuery = (api: ApiClient, id: number, period: Period) =>
  readQuery(
    api,
    ['connect', 'causes', id, period],
    listRejectionCauses,
    {
      query: {
        integration: id,
        from: new Date(serverNow() - PERIOD_MS[period]).toISOString(),
        limit: CAUSES,
        offset: 0,
      },
    },
    { ...QUERY_OPTIONS },
  );
