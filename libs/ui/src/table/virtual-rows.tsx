import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { openerOf, rowAfter } from './row-keys.ts';
import * as styles from './table.css.ts';

/** Height of a row before it has been measured, in pixels. */
const ROW_HEIGHT = 53;
/** Rows beside those that are seen, so that the keyboard and quick scrolling find some. */
const OVERSCAN = 8;

export type VirtualRowsProps = {
  count: number;
  /** What scrolls; null until it is on the page. */
  frame: HTMLElement | null;
  row: (
    index: number,
    props: { ref: Ref<HTMLTableRowElement>; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void },
  ) => ReactNode;
};

/** The rows around those that are seen, and space for all others. */
export const VirtualRows = ({ count, frame, row }: VirtualRowsProps) => {
  const wanted = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const focusWanted = () => {
    const opener = wanted.current === null ? null : openerOf(frame, wanted.current);
    if (!opener) return;
    wanted.current = null;
    opener.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = rowAfter(event, count);
    if (index === null) return;
    wanted.current = index;
    virtualizer.scrollToIndex(index);
    focusWanted();
  };
  // A row that was far away is there only after it has been scrolled to.
  useEffect(focusWanted);
  return (
    <tbody className={styles.bodyRows}>
      <tr aria-hidden className={styles.space} style={{ height: items[0]?.start ?? 0 }} />
      {items.map(({ index }) => row(index, { ref: virtualizer.measureElement, onKeyDown }))}
      <tr
        aria-hidden
        className={styles.space}
        style={{ height: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) }}
      />
    </tbody>
  );
};
