import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './meter.css.ts';

/** Share of `max` from which the meter shows that it is nearly full. */
const HIGH_RATIO = 0.8;

const levelOf = (value: number, max: number): 'normal' | 'high' | 'over' => {
  if (value > max) return 'over';
  return value > 0 && value >= max * HIGH_RATIO ? 'high' : 'normal';
};

type MeterProps = {
  label: string;
  /** The used amount, at least 0. Above `max` the bar is full and red. */
  value: number;
  max: number;
  /** Screen reader text instead of a percentage, such as `3 of 10`. */
  text: string;
};

/** Callers also show the numbers as text. The native element is for screen readers only, because browsers style it differently. */
export const Meter = ({ label, value, max, text }: MeterProps) => (
  <div className={styles.track}>
    <meter
      className={visuallyHidden}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={Math.max(max, 1)}
      value={Math.min(value, max)}
    />
    <div
      aria-hidden
      className={styles.fill}
      data-level={levelOf(value, max)}
      style={{ width: `${max > 0 ? Math.min(100, (value / max) * 100) : Number(value > 0) * 100}%` }}
    />
  </div>
);
