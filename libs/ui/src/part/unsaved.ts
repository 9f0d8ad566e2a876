import { useEffect } from 'react';

let unsaved = 0;

/** Whether a form on the page has input that a reload would lose. */
export const hasUnsaved = (): boolean => unsaved > 0;

export const useUnsaved = (isChanged: boolean): void => {
  useEffect(() => {
    if (!isChanged) return undefined;
    unsaved += 1;
    return () => {
      unsaved -= 1;
    };
  }, [isChanged]);
};
