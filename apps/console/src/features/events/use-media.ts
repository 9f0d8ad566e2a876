import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window matches a media query. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};

/** Whether the window is wide enough for an open event next to the list. In a narrower window, the event covers the list. */
export const useIsDocked = (): boolean => useMedia('(width >= 75rem)');
