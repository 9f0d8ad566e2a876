import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';
import { keyAt, openerOf, rowAfter } from './row-keys.ts';
import type { RowsProps } from './table-props.ts';
import type { Seen } from './seen-window.tsx';
import { TableRow } from './table-row.tsx';
import * as styles from './table.css.ts';
import { media } from '../theme/vars.css.ts';
import { useReached } from './use-reached.ts';

const SeenWindow = lazyPart(async () => (await import('./seen-window.tsx')).SeenWindow);

/** Estimated heights of rows in pixels before they are measured. */
const HEIGHTS = { compact: 28, comfortable: 40, loose: 53 };
/** Number of rows to render before the visible range is known: enough for one screen. */
const SCREEN_ROWS = 40;

const firstOf = (count: number, height: number): Seen => ({
  items: Array.from({ length: Math.min(count, SCREEN_ROWS) }, (_, index) => ({
    index,
    start: index * height,
    end: (index + 1) * height,
  })),
  total: count * height,
});

const GLIDE_MS = 140;
/** Maximum pixels that a row moves with an animation. A longer way means a different list, so the row jumps. */
const MAX_GLIDE = 280;

/** Animates rows to their new positions if rows were just added (`isGrowing`), so that the eye can follow. */
const useGlide = (frame: HTMLElement | null, order: string, isGrowing: boolean) => {
  const places = useRef(new Map<string, number>());
  const glide = useEffectEvent((rows: HTMLElement | null, keys: readonly string[]) => {
    const before = places.current;
    places.current = new Map();
    const isStill = !isGrowing || matchMedia(media.stillness).matches;
    const shown = [...(rows?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])];
    // A new row moves by the same distance as the existing row below it.
    let from = 0;
    for (const key of keys.toReversed()) {
      const row = shown.pop();
      if (row === undefined) return;
      const { offsetTop } = row;
      places.current.set(key, offsetTop);
      from = (before.get(key) ?? offsetTop + from) - offsetTop;
      if (isStill || from === 0 || Math.abs(from) > MAX_GLIDE) continue;
      row.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
        // Adds this animation to an unfinished previous animation, so that the rows do not jump.
        composite: 'add',
      });
    }
  });
  // Also runs when the frame is mounted, to record the initial positions for the first animation.
  useLayoutEffect(() => glide(frame, order.split('\n')), [frame, order]);
};

const space = (id: string, from: number, to: number) => (
  <tr key={id} aria-hidden className={styles.block} style={{ height: Math.max(0, to - from) }} />
);

type SeenRowsProps<Row> = RowsProps<Row> & {
  /** Null until mounted. */
  frame: HTMLElement | null;
};

/** Renders one screen of rows at first. The code for scrolling loads when the viewer interacts with the table or can see more rows. */
export const SeenRows = <Row,>({ table, rows, litKeys, frame }: SeenRowsProps<Row>) => {
  const height = HEIGHTS[table.density ?? 'loose'];
  const [reportedRows, setReportedRows] = useState<Seen | null>(null);
  const isReached = useReached(frame, SCREEN_ROWS * height);
  const targetIndex = useRef<number | null>(null);
  const visible = reportedRows ?? firstOf(rows.length, height);
  const keyOf = (index: number): string => {
    const row = rows[index];
    return row === undefined ? String(index) : table.rowKey(row);
  };
  useGlide(
    frame,
    visible.items.map(({ index }) => keyOf(index)).join('\n'),
    rows.some((row) => table.isFresh?.(row)),
  );
  const focusedIndex = (): number | null => {
    const key = frame?.contains(document.activeElement) ? keyAt(document.activeElement) : undefined;
    const index = key === undefined ? -1 : rows.findIndex((row) => table.rowKey(row) === key);
    return index < 0 ? null : index;
  };
  const focusTarget = () => {
    const opener = targetIndex.current === null ? null : openerOf(frame, targetIndex.current);
    if (!opener) return;
    targetIndex.current = null;
    opener.focus({ preventScroll: reportedRows !== null });
  };
  const goTo = (index: number) => {
    targetIndex.current = index;
    visible.scrollTo?.(index);
    focusTarget();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = rowAfter(event, rows.length);
    if (index !== null) goTo(index);
  };
  // Runs after each render, because a distant row is rendered only after scrolling to it.
  useEffect(focusTarget);
  const goToTarget = useEffectEvent(() => targetIndex.current !== null && goTo(targetIndex.current));
  const canScroll = reportedRows !== null;
  useEffect(() => {
    if (canScroll) goToTarget();
  }, [canScroll]);
  return (
    <tbody className={styles.block}>
      {visible.items.flatMap(({ index, start }, place) => {
        const row = rows[index];
        const before = visible.items[place - 1]?.end ?? 0;
        const shown = row !== undefined && (
          <TableRow
            key={table.rowKey(row)}
            {...{ table, row, index, litKeys, onKeyDown }}
            isPartial
            {...(visible.measure && { ref: visible.measure })}
          />
        );
        return place === 0 || start > before + 1 ? [space(`space-${place}`, before, start), shown] : [shown];
      })}
      {space('space-last', visible.items.at(-1)?.end ?? 0, visible.total)}
      {isReached && frame !== null && (
        <Suspense>
          <SeenWindow count={rows.length} {...{ height, keyOf, focusedIndex, frame }} onSeen={setReportedRows} />
        </Suspense>
      )}
    </tbody>
  );
};
