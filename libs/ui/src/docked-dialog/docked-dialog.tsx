import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '../button/button.tsx';
import type { DialogProps } from '../dialog/dialog.tsx';
import { hasOverlay } from '../dialog/has-overlay.ts';
import * as dialog from '../dialog/dialog.css.ts';
import { Icon } from '../icon/icon.tsx';
import { Resizer } from './resizer.tsx';
import { useWidth } from './use-width.ts';
import { Part } from '../part/part.tsx';
import * as styles from './docked-dialog.css.ts';

export type DockedDialogProps = Omit<DialogProps, 'placement'> & {
  /** Storage key of its width on this machine. */
  name: string;
};

/** Pixels. */
const WIDTH = 480;

/**
 * A non-modal dialog next to the page: mount it to show it. Escape closes it from the page and from inside; the focus returns if it
 * was inside.
 */
export const DockedDialog = ({ name, title, tools, footer, children, onClose }: DockedDialogProps) => {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { width, resize } = useWidth(name, WIDTH);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const shown = panel.current;
    const before = document.activeElement;
    shown?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
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
