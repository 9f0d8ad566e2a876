import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { UsageFault } from '@portico/contracts/http/billing';
import type { LetterService } from '@portico/contracts/http/dead-letters';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import type { Troubles } from '@portico/contracts/http/trouble';
import { useApi } from '../../api/use-api.ts';
import { type Standing, standingOf } from './standing.ts';
import { quiet } from '../../api/calls.ts';

/** Key prefix of all trouble queries; changes of episodes and silence invalidate it. */
export const TROUBLE_KEY = ['trouble'];
/** Poll interval in milliseconds, for changes that the live connection missed. */
const REFRESH_MS = 30_000;

/** Loads the contract only with the first request, because no screen waits for trouble. Default: all integrations of the viewer. */
export const troubleQuery = (api: ApiClient, integrations?: readonly number[]) =>
  queryOptions({
    queryKey: [...TROUBLE_KEY, integrations ?? 'all'],
    queryFn: async ({ signal }): Promise<Troubles> => {
      const { listTrouble } = await import('@portico/contracts/http/trouble');
      return api.call(listTrouble, { query: integrations ? { integrations: [...integrations] } : {}, signal });
    },
    enabled: integrations === undefined || integrations.length > 0,
    ...quiet(REFRESH_MS),
  });

/** Undefined while loading. */
export const useStanding = (integrations?: readonly number[]): Standing | undefined =>
  useQuery({ ...troubleQuery(useApi(), integrations), select: standingOf }).data;

export const UNCORRECTED_KEY = ['uncorrected'];

/** Rejected events that wait for a correction, by integration. */
export const uncorrectedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: UNCORRECTED_KEY,
    queryFn: async ({ signal }): Promise<{ data: Uncorrected[] }> => {
      const { listUncorrected } = await import('@portico/contracts/http/rejected-events');
      return api.call(listUncorrected, { signal });
    },
    ...quiet(REFRESH_MS),
  });

export const LETTERS_KEY = ['dead-letters'];

export type WaitingLetters = { service: LetterService; waiting: number; since: string | null };

/** Dead letters of every service, for administrators. Undefined if a service does not respond. */
export const waitingLettersQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...LETTERS_KEY, 'waiting'],
    queryFn: async ({ signal }): Promise<WaitingLetters[]> => {
      const { LETTER_SERVICES, listDeadLetters } = await import('@portico/contracts/http/dead-letters');
      const query = { state: 'waiting', limit: 1 } as const;
      const requests = LETTER_SERVICES.map(async (service) => {
        const { waiting, waitingSince } = await api.call(listDeadLetters, { params: { service }, query, signal });
        return { service, waiting, since: waitingSince };
      });
      return (await Promise.all(requests)).filter(({ waiting }) => waiting > 0);
    },
    ...quiet(REFRESH_MS),
  });

/** Usage that differs between Stripe and Portico, for administrators. */
export const usageFaultsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['usage-faults'],
    queryFn: async ({ signal }): Promise<UsageFault[]> => {
      const { listUsageFaults } = await import('@portico/contracts/http/billing');
      return (await api.call(listUsageFaults, { signal })).data;
    },
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });
