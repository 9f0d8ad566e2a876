import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, createApiClient } from '@portico/api-client';
import { isMissingCode, recoverCode } from '@portico/ui';
import type { Backend } from '../api/use-api.ts';
import { tellLoadFailure } from '../shared/messages/tell-load-failure.ts';
import { measureClock } from '../shared/time/server-clock.ts';
import { followClock } from './follow-clock.ts';
import { createAlertsConnection } from './live/alerts-connection.ts';
import { createLiveConnection } from './live/live-connection.ts';
import type { Session } from './session/session.ts';

const RETRIES = 2;
/** Milliseconds. What a server asks for beyond them is left to the button that loads again. */
const LONGEST_DELAY = 10_000;

/** Milliseconds until the next attempt, as the server asks; infinite for an answer that would be the same again. */
const delayOf = (failures: number, error: Error): number => {
  if (!(error instanceof ApiError)) return Infinity;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  return error.code === 'unavailable' ? 400 * 2 ** failures : Infinity;
};

declare module '@tanstack/react-query' {
  interface Register {
    /** `isQuiet`: its screen says itself, or leaves out, what could not be loaded. */
    queryMeta: { isQuiet?: boolean };
  }
}

const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (isMissingCode(error)) recoverCode();
        else if (meta?.isQuiet !== true) tellLoadFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES && delayOf(failures, error) <= LONGEST_DELAY,
        retryDelay: delayOf,
        // A route's preload that failed is not asked for a second time by its screen.
        retryOnMount: false,
        // Offline, a request fails at once instead of being paused by the query client.
        networkMode: 'always',
      },
    },
  });

/** Forgets what was answered to one user before another one sees it. */
const forgetBetweenUsers = (session: Session, queryClient: QueryClient) => {
  let user = session.current()?.user;
  session.subscribe(() => {
    const next = session.current()?.user;
    if (next?.id !== user?.id) queryClient.clear();
    user = next;
  });
};

export const createBackend = (apiUrl: string, session: Session): Backend => {
  const queryClient = createQueryClient();
  forgetBetweenUsers(session, queryClient);
  const token = () => session.current()?.token ?? null;
  const api = createApiClient({ baseUrl: apiUrl, token, onUnauthenticated: session.renew, onResponse: measureClock });
  followClock(queryClient);
  const publicApi = createApiClient({ baseUrl: apiUrl, token: () => null, onResponse: measureClock });
  const service = { url: apiUrl, session };
  const live = createLiveConnection(service);
  const alerts = createAlertsConnection(service);
  return { api, publicApi, queryClient, live, rejected: live.rejected, alerts };
};
