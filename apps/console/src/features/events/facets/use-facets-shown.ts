import { useState } from 'react';
import { useMedia } from '../use-media.ts';

const KEY = 'portico_facets';

/**
 * Whether the facets are open: next to the table if the window is wide enough, otherwise in a sheet. The browser stores whether the
 * viewer opened the facets next to the table. By default the facets are closed, because they need further code and a request.
 * @param isRequested whether the URL requests the facets
 * @param onDismiss removes the request from the URL
 */
export const useFacetsShown = (isRequested: boolean, onDismiss: () => void) => {
  const isWide = useMedia('(width >= 80rem)');
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(KEY) === 'shown');
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const toggle = () => {
    if (!isWide) setIsSheetOpen(!isSheetOpen);
    else {
      const isShown = isOpen || isRequested;
      if (isShown) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'shown');
      setIsOpen(!isShown);
      if (isRequested) onDismiss();
    }
  };
  return { isBeside: isWide && (isOpen || isRequested), isSheet: !isWide && isSheetOpen, toggle };
};
