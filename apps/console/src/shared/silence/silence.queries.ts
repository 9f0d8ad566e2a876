import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Liveness } from '@portico/contracts/http/silence';
import { quiet } from '../../api/calls.ts';

/** Key prefix of all silence queries; mutations invalidate it. */
export const SILENCE_KEY = ['silence'];
/** Poll interval in milliseconds, for changes that the live connection missed. */
const REFRESH_MS = 30_000;

/** Loads the contract only with the first request, because no screen waits for liveness. */
const ask = async (api: ApiClient, integrations: readonly number[], signal: AbortSignal) => {
  const { listSilence } = await import('@portico/contracts/http/silence');
  return api.call(listSilence, { query: { integrations: [...integrations] }, signal });
};

const toMap = ({ data }: { data: Liveness[] }): ReadonlyMap<number, Liveness> =>
  new Map(data.map((one) => [one.integrationId, one]));

/** If the request fails, the surrounding content appears without liveness. */
export const livenessQuery = (api: ApiClient, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...SILENCE_KEY, 'of', ids],
    queryFn: ({ signal }) => ask(api, ids, signal),
    select: toMap,
    enabled: ids.length > 0,
    ...quiet(REFRESH_MS),
  });
