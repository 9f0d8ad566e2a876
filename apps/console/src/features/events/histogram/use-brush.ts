import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Bars from `first` to `last`, both included. */
export type Span = { first: number; last: number };

/** Where the pointer or the keyboard is, and from where a span is being drawn. */
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

/**
 * Choosing a span of bars: by drawing over them, or with the arrow keys (with Shift they draw) and Enter. Escape lets go.
 * @param onSpan receives the chosen one
 */
export const useBrush = (bars: number, onSpan: (span: Span) => void) => {
  const [brush, setBrush] = useState<Brush | null>(null);
  // There may be fewer bars than there were.
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
      const here = current?.at ?? bars;
      const at = Math.min(bars - 1, Math.max(0, step(here, bars - 1)));
      setBrush({ at, anchor: event.shiftKey ? (current?.anchor ?? Math.min(here, bars - 1)) : null });
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
    isDrawn: current?.anchor !== null && current !== null,
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
