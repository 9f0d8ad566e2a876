import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect } from 'react';

/** Rows beside those that are seen, so that the keyboard and quick scrolling find some. */
const OVERSCAN = 8;

/** Which rows are on the page, where they are, and how high all of them are, in pixels. */
export type Seen = {
  items: readonly { index: number; start: number; end: number }[];
  total: number;
  measure?: (row: HTMLTableRowElement | null) => void;
  scrollTo?: (index: number) => void;
};

export type SeenWindowProps = {
  count: number;
  /** Height of a row before it has been measured. */
  height: number;
  keyOf: (index: number) => string;
  /** The row that has the focus stays on the page wherever it is, or the focus would be lost. */
  focusedIndex: () => number | null;
  /** What scrolls. */
  frame: HTMLElement;
  onSeen: (seen: Seen) => void;
};

/** Renders nothing: says which rows are seen whenever that changes. A file of its own, because its library is fetched late. */
export const SeenWindow = ({ count, height, keyOf, focusedIndex, frame, onSeen }: SeenWindowProps) => {
  const withFocused = (range: Range): number[] => {
    const seen = defaultRangeExtractor(range);
    const focused = focusedIndex();
    return focused === null || seen.includes(focused) ? seen : [...seen, focused].toSorted((a, b) => a - b);
  };
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    getItemKey: keyOf,
    estimateSize: () => height,
    overscan: OVERSCAN,
    // As the rows stood before this code was there.
    initialOffset: () => frame.scrollTop,
    initialRect: { width: frame.clientWidth, height: frame.clientHeight },
    rangeExtractor: withFocused,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();
  const tell = useEffectEvent(() =>
    onSeen({
      items,
      total,
      measure: virtualizer.measureElement,
      scrollTo: (index) => virtualizer.scrollToIndex(index),
    }),
  );
  const places = `${items.map(({ index, start }) => `${index} ${start}`).join()} ${total}`;
  useLayoutEffect(() => tell(), [places]);
  return null;
};
