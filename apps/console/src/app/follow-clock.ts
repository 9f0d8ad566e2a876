import type { QueryClient } from '@tanstack/react-query';
import { formatDuration, toast } from '@portico/ui';
import { clockError, onClockChange } from '../shared/time/server-clock.ts';

/** In a tab that has been told. */
const TOLD = 'portico_clock_told';

/** Says once in a tab that the computer's clock is wrong, and asks again for what was asked for with a wrong time. */
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
  // It may have been measured before anything else was asked for.
  follow();
  onClockChange(follow);
};
