import type { KeyboardEvent, PointerEvent } from 'react';
import { NARROWEST, WIDEST } from './use-width.ts';
import * as styles from './docked-dialog.css.ts';

type ResizerProps = { label: string; width: number; onResize: (width: number) => void };

/** Pixels per arrow key. */
const STEP = 24;

const onPointerDown = (event: PointerEvent<HTMLElement>) => {
  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
};

/** The edge of a panel on the right, moved by dragging or with the arrow keys. */
export const Resizer = ({ label, width, onResize }: ResizerProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: NARROWEST, End: WIDEST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onResize(to);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { currentTarget: edge } = event;
    if (edge.hasPointerCapture(event.pointerId)) onResize(width + edge.getBoundingClientRect().left - event.clientX);
  };
  return (
    <div
      className={styles.resizer}
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-orientation="vertical"
      {...{ role: 'separator', tabIndex: 0, onKeyDown, onPointerDown, onPointerMove }}
    />
  );
};
