import type { QueryClient } from '@tanstack/react-query';

/** The screen counts as loaded if no query has been on its first load for this many milliseconds. */
export const QUIET_MS = 1_000;
/** Maximum wait in milliseconds, because a screen may keep loading. */
export const LATEST_MS = 8_000;

/** Calls `then` once when all queries have loaded; refetches do not count. Returns a function that cancels. */
export function whenLoaded(queryClient: QueryClient, then: () => void): () => void {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const finish = () => {
    stop();
    then();
  };
  const look = () => {
    const loading = queryClient.isFetching({ predicate: ({ state }) => state.data === undefined });
    if (loading === 0) quiet ??= setTimeout(finish, QUIET_MS);
    else {
      clearTimeout(quiet);
      quiet = undefined;
    }
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(look);
  const latest = setTimeout(finish, LATEST_MS);
  const stop = () => {
    unsubscribe();
    clearTimeout(quiet);
    clearTimeout(latest);
  };
  look();
  return stop;
}
