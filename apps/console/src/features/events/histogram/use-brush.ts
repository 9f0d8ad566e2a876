import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Bars from `first` to `last`, inclusive. */
export type Span = { first: number; last: number };

/** `at`: the bar at the pointer or slider. `anchor`: the bar at which the selection began; null without a selection. */
type Brush = { at: number; anchor: number | null };

const spanOf = ({ at, anchor }: Brush): Span => ({
  first: Math.min(at, anchor ?? at),
  last: Math.max(at, anchor ?? at),
});

const barUnder = ({ clientX, currentTarget }: PointerEvent<HTMLElement>, bars: number): number => {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(bars - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars)));
};

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** Selects a range of bars by dragging, or with the arrow keys and Enter. Shift extends the range, and Escape cancels. */
export const useBrush = (bars: number, onSpan: (span: Span) => void) => {
  const [brush, setBrush] = useState<Brush | null>(null);
  // After a new response, there may be fewer bars.
  const current = brush === null || brush.at >= bars || (brush.anchor ?? 0) >= bars ? null : brush;
  const choose = () => {
    if (current === null) return;
    setBrush(null);
    onSpan(spanOf(current));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const position = current?.at ?? bars;
      const at = Math.min(bars - 1, Math.max(0, step(position, bars - 1)));
      setBrush({ at, anchor: event.shiftKey ? (current?.anchor ?? Math.min(position, bars - 1)) : null });
    } else if (event.key === 'Enter' && current !== null) {
      event.preventDefault();
      choose();
    } else if (event.key === 'Escape' && current !== null) {
      event.preventDefault();
      setBrush(null);
    }
  };
  return {
    span: current === null ? null : spanOf(current),
    isDrawn: current !== null && current.anchor !== null,
    pointer: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = barUnder(event, bars);
        setBrush({ at, anchor: at });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const at = barUnder(event, bars);
        setBrush((before) => ({
          at,
          anchor: before?.anchor !== null && event.buttons === 1 ? (before?.anchor ?? at) : null,
        }));
      },
      onPointerUp: choose,
      onPointerLeave: () => setBrush((before) => (before?.anchor === null ? null : before)),
      onPointerCancel: () => setBrush(null),
    },
    keyboard: { goTo: (at: number) => setBrush({ at, anchor: null }), onKeyDown, onBlur: () => setBrush(null) },
  };
};
