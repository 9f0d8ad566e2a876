import type { QueryClient } from '@tanstack/react-query';

/** Milliseconds in which nothing is loaded for the first time, after which the screen has what it shows. */
export const QUIET_MS = 1_000;
/** At the latest, because a screen may keep asking for more. */
export const LATEST_MS = 8_000;

/**
 * Calls `then` once, when all that was asked for is there. Answers that are asked for again, as every second while events arrive,
 * are not waited for. @returns what gives up waiting.
 */
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
