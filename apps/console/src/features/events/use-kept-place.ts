import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isScrolledDown, listenForScroll, scrollerOf } from './scrolling.ts';

/** The first visible row: its key and index, and its position and height on the screen in pixels. */
type Place = { key: string; index: number; top: number; height: number };

const rowAt = (index: number): HTMLElement | null => document.querySelector(`main tbody tr[data-index="${index}"]`);

/** The first fully visible row. */
const firstSeen = (): Omit<Place, 'key'> | null => {
  for (const row of document.querySelectorAll<HTMLElement>('main tbody tr[data-index]')) {
    const { top, height } = row.getBoundingClientRect();
    const edge = Math.max(0, scrollerOf(row)?.getBoundingClientRect().top ?? 0);
    if (top >= edge) return { index: Number(row.dataset['index']), top, height };
  }
  return null;
};

/** Keeps the visible rows in place while the viewer has scrolled down and rows are inserted above. */
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
      const row = rowAt(index);
      const anyRow = document.querySelector('main tbody tr[data-index]');
      // If the row is not rendered, its distance is estimated from the number of inserted rows.
      const by = row ? row.getBoundingClientRect().top - anchor.top : (index - anchor.index) * anchor.height;
      ((anyRow && scrollerOf(anyRow)) ?? window).scrollBy(0, by);
    }
    remember();
  });
  const order = keys.join('\n');
  useLayoutEffect(() => keep(order), [order]);
};
