import { useEffect, useRef, useState, type ReactNode } from 'react';
import * as styles from './scroll-area.css.ts';

/** Milliseconds for which the scrollbar stays visible after scrolling. */
const HIDE_AFTER_MS = 600;

/** Makes the area focusable, so that the keyboard can scroll it. */
const REACHABLE = { tabIndex: 0 };

type ScrollAreaProps = {
  label: string;
  maxHeight: string;
  children: ReactNode;
};

/** An area with native scrolling that hides the scrollbar while the user does not scroll. */
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
