import { useEffect, useEffectEvent } from 'react';

/** Calls `run` with `value` after it has not changed for `delay` milliseconds; not for the initial value. */
export const useDebounced = <Value>(value: Value, isSettled: boolean, delay: number, run: (value: Value) => void) => {
  const settle = useEffectEvent(run);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => settle(value), delay);
    return () => clearTimeout(timer);
  }, [value, isSettled, delay]);
};
