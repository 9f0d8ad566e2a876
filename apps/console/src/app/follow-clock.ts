import type { QueryClient } from '@tanstack/react-query';
import { formatDuration, toast } from '@portico/ui';
import { clockError, onClockChange } from '../shared/time/server-clock.ts';

/** Marks a tab that has shown the message. */
const TOLD = 'portico_clock_told';

/** Shows once per tab that the computer's clock is wrong, and refetches what was requested with a wrong time. */
export const followClock = (queryClient: QueryClient): void => {
  const follow = () => {
    const error = clockError();
    if (error === 0) return;
    void queryClient.invalidateQueries();
    if (sessionStorage.getItem(TOLD) !== null) return;
    sessionStorage.setItem(TOLD, 'told');
    const minutes = formatDuration(Math.round(Math.abs(error) / 60_000) * 60_000);
    toast(
      'warning',
      "Your computer's clock is wrong",
      `It is ${minutes} ${error > 0 ? 'ahead' : 'behind'}. Times here are the server's.`,
    );
  };
  // The clock may have been measured already.
  follow();
  onClockChange(follow);
};
