import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect } from 'react';

/** Number of extra rows before and after the visible rows, for the keyboard and fast scrolling. */
const OVERSCAN = 8;

export type Seen = {
  items: readonly { index: number; start: number; end: number }[];
  total: number;
  measure?: (row: HTMLTableRowElement | null) => void;
  scrollTo?: (index: number) => void;
};

export type SeenWindowProps = {
  count: number;
  height: number;
  keyOf: (index: number) => string;
  /** Returns the index of the focused row, which stays rendered even outside the visible range, to keep the focus. */
  focusedIndex: () => number | null;
  /** The scrolling element. */
  frame: HTMLElement;
  onSeen: (visible: Seen) => void;
};

/** Reports the visible rows whenever they change. Renders no elements. A separate file, so that its library loads on demand. */
export const SeenWindow = ({ count, height, keyOf, focusedIndex, frame, onSeen }: SeenWindowProps) => {
  const withFocused = (range: Range): number[] => {
    const visible = defaultRangeExtractor(range);
    const focused = focusedIndex();
    return focused === null || visible.includes(focused) ? visible : [...visible, focused].toSorted((a, b) => a - b);
  };
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    getItemKey: keyOf,
    estimateSize: () => height,
    overscan: OVERSCAN,
    // The viewer may have scrolled before this code loaded.
    initialOffset: () => frame.scrollTop,
    initialRect: { width: frame.clientWidth, height: frame.clientHeight },
    rangeExtractor: withFocused,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();
  const report = useEffectEvent(() =>
    onSeen({
      items,
      total,
      measure: virtualizer.measureElement,
      scrollTo: (index) => virtualizer.scrollToIndex(index),
    }),
  );
  const places = `${items.map(({ index, start }) => `${index} ${start}`).join()} ${total}`;
  useLayoutEffect(() => report(), [places]);
  return null;
};
