import { useSyncExternalStore } from 'react';

/** From here on there is room for an open event beside the list. */
const ROOMY = '(width >= 75rem)';

const onWidth = (listener: () => void): (() => void) => {
  const media = matchMedia(ROOMY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the open event stands beside the list, and not over it. */
export const useIsDocked = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(ROOMY).matches);
