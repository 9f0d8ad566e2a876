import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isScrolledDown, listenForScroll, findScroller } from './scrolling.ts';

/** A row. `top` and `height` are its position and height on the screen in pixels. */
type Place = { key: string; index: number; top: number; height: number };

/** The first row whose top is visible. */
const firstSeen = (): Omit<Place, 'key'> | null => {
  const edge = Math.max(0, findScroller()?.getBoundingClientRect().top ?? 0);
  for (const row of document.querySelectorAll<HTMLElement>('main tbody tr[data-index]')) {
    const { top, height } = row.getBoundingClientRect();
    if (top >= edge) return { index: Number(row.dataset['index']), top, height };
  }
  return null;
};

/** Keeps the visible rows in place on the screen when rows are inserted above and the viewer has scrolled down. */
export const useKeptPlace = (keys: readonly string[]): void => {
  const place = useRef<Place | null>(null);

  const remember = () => {
    const anchorRow = isScrolledDown() ? firstSeen() : null;
    const key = anchorRow && keys[anchorRow.index];
    place.current = anchorRow && key != null ? { ...anchorRow, key } : null;
  };
  const onScroll = useEffectEvent(remember);
  useEffect(() => listenForScroll(() => onScroll()), []);

  const keep = useEffectEvent((order: string) => {
    const anchor = place.current;
    const index = anchor ? order.split('\n').indexOf(anchor.key) : -1;
    if (anchor && index >= 0) {
      const row = document.querySelector(`main tbody tr[data-index="${index}"]`);
      // If the row is not rendered, estimates its new position from the number of inserted rows.
      const by = row ? row.getBoundingClientRect().top - anchor.top : (index - anchor.index) * anchor.height;
      (findScroller() ?? window).scrollBy(0, by);
    }
    remember();
  });
  const order = keys.join('\n');
  useLayoutEffect(() => keep(order), [order]);
};
