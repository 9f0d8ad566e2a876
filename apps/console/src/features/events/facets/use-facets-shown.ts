import { useState, useSyncExternalStore } from 'react';

const KEY = 'portico_facets';
/** From here on there is room for them beside the table. */
export const WIDE = '(width >= 80rem)';

const onWidth = (listener: () => void): (() => void) => {
  const media = matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/**
 * Whether the facets are shown: beside the table as the user left them; where there is no room, in a sheet. Closed at
 * first: they are code and a question of their own.
 * @param isAsked whether the address wants them beside the table
 * @param onDismiss takes that out of the address
 */
export const useFacetsShown = (isAsked: boolean, onDismiss: () => void) => {
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(WIDE).matches);
  const [isKept, setIsKept] = useState(() => localStorage.getItem(KEY) === 'shown');
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const toggle = () => {
    if (!isWide) setIsSheetOpen(!isSheetOpen);
    else {
      const isShown = isKept || isAsked;
      if (isShown) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'shown');
      setIsKept(!isShown);
      if (isAsked) onDismiss();
    }
  };
  return { isBeside: isWide && (isKept || isAsked), isSheet: !isWide && isSheetOpen, toggle };
};
