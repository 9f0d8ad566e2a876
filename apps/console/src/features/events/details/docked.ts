import { useSyncExternalStore } from 'react';

/** Matches windows that are wide enough for an open event next to the list. */
const ROOMY = '(width >= 75rem)';

const onWidth = (listener: () => void): (() => void) => {
  const media = matchMedia(ROOMY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the open event is next to the list; otherwise it covers the list. */
export const useIsDocked = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(ROOMY).matches);
