import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import * as styles from './table-head.css.ts';

/** Minimum width of a column in pixels. */
const MIN_WIDTH = 48;
/** Maximum width of a column in pixels. */
const MAX_WIDTH = 1_200;
/** Pixels by which an arrow key changes the width. */
const STEP = 16;

export type ColumnResizerProps = {
  header: string;
  /** The width in pixels that the viewer has set; undefined for the default. */
  width: number | undefined;
  /** Called with the new width in pixels, or with null to reset the width. */
  onResize: (width: number | null) => void;
};

const widthAt = (within: HTMLElement): number =>
  Math.round(within.closest('th')?.getBoundingClientRect().width ?? MIN_WIDTH);

/** The edge of a column. Users move the edge by dragging or with the arrow keys; a double click or Delete resets the width. */
export const ColumnResizer = ({ header, width, onResize }: ColumnResizerProps) => {
  const dragStart = useRef<{ x: number; width: number } | null>(null);
  const [own, setOwn] = useState(MIN_WIDTH);
  const resize = (next: number) => onResize(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(next))));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onResize(null);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = { x: event.clientX, width: widthAt(event.currentTarget) };
  };
  const end = () => {
    dragStart.current = null;
  };
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label={`Width of ${header}`}
        aria-valuetext={width === undefined ? 'automatic' : `${width} pixels`}
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        step={STEP}
        value={width ?? own}
        onFocus={({ currentTarget }) => setOwn(widthAt(currentTarget))}
        onChange={({ currentTarget }) => resize(Number(currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <span
        aria-hidden
        className={styles.edge}
        onPointerDown={onPointerDown}
        onPointerMove={({ clientX }) =>
          dragStart.current && resize(dragStart.current.width + clientX - dragStart.current.x)
        }
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={() => onResize(null)}
      />
    </>
  );
};
