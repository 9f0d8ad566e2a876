import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect } from 'react';

/** Extra rows around the visible ones, for the keyboard and fast scrolling. */
const OVERSCAN = 8;

/** Which rows are rendered, their positions, and the total height in pixels. */
export type Seen = {
  items: readonly { index: number; start: number; end: number }[];
  total: number;
  measure?: (row: HTMLTableRowElement | null) => void;
  scrollTo?: (index: number) => void;
};

export type SeenWindowProps = {
  count: number;
  /** Estimated height of a row before it is measured. */
  height: number;
  keyOf: (index: number) => string;
  /** The focused row stays rendered wherever it is, to keep the focus. */
  focusedIndex: () => number | null;
  /** The scrolling element. */
  frame: HTMLElement;
  onSeen: (seen: Seen) => void;
};

/** Renders nothing; reports the visible rows whenever they change. A separate file, because its library loads late. */
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
    // The scroll position before this code had loaded.
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
