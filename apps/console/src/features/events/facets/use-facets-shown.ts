import { useState, useSyncExternalStore } from 'react';

const KEY = 'portico_facets';
/** Matches windows that are wide enough for the facets next to the table. */
const WIDE = '(width >= 80rem)';

const onWidth = (listener: () => void): (() => void) => {
  const media = matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/**
 * Whether the facets are shown: next to the table as the user left them, or in a sheet if there is no room. By default the facets are
 * closed, because they need further code and a request.
 * @param isAsked whether the URL requests the facets
 * @param onDismiss removes the request from the URL
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
