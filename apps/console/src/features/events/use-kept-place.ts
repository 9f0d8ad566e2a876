import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isScrolledDown, listenForScroll, scrollerOf } from './scrolling.ts';

/** A row that the viewer looks at, by its key, and where it stands on the screen, in pixels from the top. */
type Place = { key: string; top: number };

const rowAt = (index: number): HTMLElement | null => document.querySelector(`main tbody tr[data-index="${index}"]`);

/** The first row that is seen whole. */
const firstSeen = (): { index: number; top: number } | null => {
  for (const row of document.querySelectorAll<HTMLElement>('main tbody tr[data-index]')) {
    const { top } = row.getBoundingClientRect();
    const edge = Math.max(0, scrollerOf(row)?.getBoundingClientRect().top ?? 0);
    if (top >= edge) return { index: Number(row.dataset['index']), top };
  }
  return null;
};

/** While the viewer has scrolled down, rows that are put in above do not move what is looked at. */
export const useKeptPlace = (keys: readonly string[]): void => {
  const place = useRef<Place | null>(null);

  const remember = () => {
    const seen = isScrolledDown() ? firstSeen() : null;
    const key = seen && keys[seen.index];
    place.current = seen && key != null ? { key, top: seen.top } : null;
  };
  const onScroll = useEffectEvent(remember);
  useEffect(() => listenForScroll(() => onScroll()), []);

  const keep = useEffectEvent((order: string) => {
    const kept = place.current;
    const row = kept && rowAt(order.split('\n').indexOf(kept.key));
    if (kept && row) (scrollerOf(row) ?? window).scrollBy(0, row.getBoundingClientRect().top - kept.top);
    remember();
  });
  const order = keys.join('\n');
  useLayoutEffect(() => keep(order), [order]);
};
