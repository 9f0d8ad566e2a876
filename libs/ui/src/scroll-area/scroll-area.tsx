import { useEffect, useRef, useState, type ReactNode } from 'react';
import * as styles from './scroll-area.css.ts';

/** Milliseconds for which the scrollbar stays after scrolling. */
const HIDE_AFTER_MS = 600;

/** Focusable, so that the keyboard can scroll it. */
const REACHABLE = { tabIndex: 0 };

export type ScrollAreaProps = {
  /** Name of the area. It is focusable, so that arrow keys scroll it. */
  label: string;
  /** As a CSS length. */
  maxHeight: string;
  children: ReactNode;
};

/** Scrolls natively, but hides the scrollbar while nothing moves. */
export const ScrollArea = ({ label, maxHeight, children }: ScrollAreaProps) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isActive, setIsActive] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wake = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsActive(false), HIDE_AFTER_MS);
    setIsActive(true);
  };
  return (
    <section
      {...REACHABLE}
      aria-label={label}
      className={styles.area}
      style={{ maxHeight }}
      {...(isActive && { 'data-active': true })}
      onScroll={wake}
    >
      {children}
    </section>
  );
};
