import { useSyncExternalStore } from 'react';

/** From this width on an open event fits next to the list. */
const ROOMY = '(width >= 75rem)';

const onWidth = (listener: () => void): (() => void) => {
  const media = matchMedia(ROOMY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the open event is next to the list instead of over it. */
export const useIsDocked = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(ROOMY).matches);
