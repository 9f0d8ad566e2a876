import { useState } from 'react';

const keyOf = (userId: number): string => `portico_first_run_${userId}`;

/** Whether the viewer has dismissed the first steps, stored in the browser. */
export const useDismissal = (userId: number): [isDismissed: boolean, dismiss: () => void] => {
  const [isDismissed, setIsDismissed] = useState(() => window.localStorage.getItem(keyOf(userId)) !== null);
  const dismiss = () => {
    window.localStorage.setItem(keyOf(userId), 'dismissed');
    setIsDismissed(true);
  };
  return [isDismissed, dismiss];
};
