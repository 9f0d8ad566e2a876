import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Liveness } from '@portico/contracts/http/silence';

/** Of every question about silence: what is changed there is asked for again by it. */
export const SILENCE_KEY = ['silence'];
/** A change that the live connection missed is seen this soon, in milliseconds. */
const REFRESH_MS = 30_000;

/** The contract comes with the first question, which no screen waits for. */
const ask = async (api: ApiClient, integrations: readonly number[], signal: AbortSignal) => {
  const { listSilence } = await import('@portico/contracts/http/silence');
  return api.call(listSilence, { query: { integrations: [...integrations] }, signal });
};

const toMap = ({ data }: { data: Liveness[] }): ReadonlyMap<number, Liveness> =>
  new Map(data.map((one) => [one.integrationId, one]));

/** Whether these integrations send, by id. Missed without a word: what it stands beside stands without it. */
export const livenessQuery = (api: ApiClient, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...SILENCE_KEY, 'of', ids],
    queryFn: ({ signal }) => ask(api, ids, signal),
    select: toMap,
    enabled: ids.length > 0,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });
