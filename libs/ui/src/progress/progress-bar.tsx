import * as styles from './progress-bar.css.ts';

export type ProgressBarProps = {
  label: string;
  /** From 0 to `max`; absent for an unknown progress. */
  value?: number;
  max?: number;
};

/** How far something has come. The browser's own, which screen readers know. */
export const ProgressBar = ({ label, value, max = 1 }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} max={max} {...(value !== undefined && { value })} />
);
