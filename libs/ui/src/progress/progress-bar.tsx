import * as styles from './progress-bar.css.ts';

type ProgressBarProps = {
  label: string;
  /** From 0 to `max`; absent for unknown progress. */
  value?: number;
  max?: number;
};

/** A progress bar. It is the native element, which screen readers support. */
export const ProgressBar = ({ label, value, max = 1 }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} max={max} {...(value !== undefined && { value })} />
);
