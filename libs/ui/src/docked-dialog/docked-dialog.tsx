import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Button } from '../button/button.tsx';
import type { DialogProps } from '../dialog/dialog.tsx';
import { hasOverlay } from '../dialog/has-overlay.ts';
import * as dialog from '../dialog/dialog.css.ts';
import { Icon } from '../icon/icon.tsx';
import { Part } from '../part/part.tsx';
import * as styles from './docked-dialog.css.ts';

/* Widths in pixels. */
const MIN_WIDTH = 360;
const MAX_WIDTH = 960;
const INITIAL_WIDTH = 480;

const readWidth = (key: string): number => {
  const storedWidth = Number(localStorage.getItem(key));
  return storedWidth >= MIN_WIDTH && storedWidth <= MAX_WIDTH ? storedWidth : INITIAL_WIDTH;
};

const useWidth = (name: string) => {
  const key = `portico_width_${name}`;
  const [width, setWidth] = useState(() => readWidth(key));
  const resize = (newWidth: number) => {
    const next = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, newWidth)));
    localStorage.setItem(key, String(next));
    setWidth(next);
  };
  return { width, resize };
};

type ResizerProps = { label: string; width: number; onResize: (width: number) => void };

/** Pixels by which an arrow key changes the width. */
const STEP = 24;

const onPointerDown = (event: PointerEvent<HTMLElement>) => {
  if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
};

/** The edge of a panel on the right. Users move the edge by dragging or with the arrow keys. */
const Resizer = ({ label, width, onResize }: ResizerProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: MIN_WIDTH, End: MAX_WIDTH }[event.key];
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
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-orientation="vertical"
      {...{ role: 'separator', tabIndex: 0, onKeyDown, onPointerDown, onPointerMove }}
    />
  );
};

type DockedDialogProps = Omit<DialogProps, 'placement'> & {
  /** Part of the key under which the browser stores the panel's width. */
  name: string;
};

/** Non-modal, open while mounted. Escape in the page or the dialog closes it; the focus returns if it was in the dialog. */
export const DockedDialog = ({ name, title, tools, footer, children, onClose }: DockedDialogProps) => {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { width, resize } = useWidth(name);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const shown = panel.current;
    const before = document.activeElement;
    shown?.focus({ preventScroll: true });
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !hasOverlay()) close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      const isLeft = document.activeElement === document.body || shown?.contains(document.activeElement);
      if (isLeft && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={panel}
      className={styles.panel}
      style={{ width }}
      aria-labelledby={id}
      data-beside
      {...{ role: 'dialog', tabIndex: -1 }}
    >
      <Resizer label={`Width of ${title}`} width={width} onResize={resize} />
      <header className={styles.header}>
        <h2 id={id} className={dialog.title}>
          {title}
        </h2>
        <div className={dialog.tools}>
          {tools}
          <Button variant="ghost" size="icon" aria-label="Close" onPress={onClose}>
            <Icon of={X} />
          </Button>
        </div>
      </header>
      <div className={styles.body}>
        <Part>{children}</Part>
      </div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
};
