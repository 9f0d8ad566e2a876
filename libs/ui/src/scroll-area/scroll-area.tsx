import { useEffect, useRef, useState, type ReactNode } from 'react';
import * as styles from './scroll-area.css.ts';

/** How long the scrollbar stays after the last scrolling. */
const HIDE_AFTER_MS = 600;

/** Without it the keyboard could not reach what is out of sight. */
const REACHABLE = { tabIndex: 0 };

export type ScrollAreaProps = {
  /** Names the area, which can have the focus so that arrow keys scroll it. */
  label: string;
  /** As a CSS length. */
  maxHeight: string;
  children: ReactNode;
};

/** Scrolls as the browser scrolls; only the bar is hidden while nothing moves. */
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
