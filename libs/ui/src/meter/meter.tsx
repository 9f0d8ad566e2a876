import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import * as styles from './meter.css.ts';

/** From this share on there is little left. */
const HIGH = 0.8;

const levelOf = (value: number, max: number): 'normal' | 'high' | 'over' => {
  if (value > max) return 'over';
  return value > 0 && value >= max * HIGH ? 'high' : 'normal';
};

export type MeterProps = {
  label: string;
  /** From 0; above `max` the bar is full, and red. */
  value: number;
  max: number;
  /** What is read out instead of a percentage, e.g. `3 of 10`. */
  text: string;
};

/**
 * How much of something is used. Say the numbers beside it, too: the bar's length and colour are not for everyone.
 * The browser's own element is there for screen readers; no two browsers let it be drawn the same way.
 */
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
