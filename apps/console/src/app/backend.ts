import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, createApiClient } from '@portico/api-client';
import { isMissingCode, recoverCode, formatDuration, toast } from '@portico/ui';
import type { Backend } from '../api/use-api.ts';
import { tellLoadFailure } from '../shared/messages/tell-load-failure.ts';
import { measureClock, clockError, onClockChange } from '../shared/time/server-clock.ts';
import { createAlertsConnection } from './live/alerts-connection.ts';
import { createLiveConnection } from './live/live-connection.ts';
import type { Session } from './session/session.ts';

/** Set in a tab after the clock warning has appeared in that tab. */
const REPORTED_KEY = 'portico_clock_told';

/** Warns once per tab that the computer's clock is wrong, and refetches all queries because their times may be wrong. */
const followClock = (queryClient: QueryClient): void => {
  const follow = () => {
    const error = clockError();
    if (error === 0) return;
    void queryClient.invalidateQueries();
    if (sessionStorage.getItem(REPORTED_KEY) !== null) return;
    sessionStorage.setItem(REPORTED_KEY, 'told');
    const minutes = formatDuration(Math.round(Math.abs(error) / 60_000) * 60_000);
    toast(
      'warning',
      "Your computer's clock is wrong",
      `Your clock is ${minutes} ${error > 0 ? 'ahead' : 'behind'}. Portico shows the server's time.`,
    );
  };
  // The clock may have been measured before the listener is added.
  follow();
  onClockChange(follow);
};

const RETRIES = 2;
/** Maximum milliseconds before an automatic retry. If the server requests a longer delay, the user retries with a button. */
const MAX_DELAY_MS = 10_000;

/** Delay of the next retry in milliseconds: the server's value, or a growing delay while the API is unavailable. Infinity: no retry. */
const delayOf = (failures: number, error: Error): number => {
  if (!(error instanceof ApiError)) return Infinity;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  return error.code === 'unavailable' ? 400 * 2 ** failures : Infinity;
};

declare module '@tanstack/react-query' {
  interface Register {
    /** `isQuiet` suppresses the error toast, because the screen handles or ignores a failed load itself. */
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
        retry: (failures, error) => failures < RETRIES && delayOf(failures, error) <= MAX_DELAY_MS,
        retryDelay: delayOf,
        // If the route's preload failed, the screen does not retry it on mount.
        retryOnMount: false,
        // Offline requests fail immediately instead of being paused by the query client.
        networkMode: 'always',
      },
    },
  });

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
