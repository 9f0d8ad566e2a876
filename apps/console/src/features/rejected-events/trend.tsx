import * as styles from './trend.css.ts';

const BAR = 4;
const GAP = 1;
const HEIGHT = 24;
/** A day with anything at all is seen. */
const LEAST = 2;

/** Counts of days as bars, the last one today: for the eye alone, beside the numbers. */
export const Trend = ({ days }: { days: readonly number[] }) => {
  const most = Math.max(1, ...days);
  return (
    <svg
      aria-hidden
      className={styles.trend}
      width={days.length * (BAR + GAP)}
      height={HEIGHT}
      viewBox={`0 0 ${days.length * (BAR + GAP)} ${HEIGHT}`}
    >
      {days.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(LEAST, Math.round((count / most) * HEIGHT));
        return (
          <rect
            key={index}
            className={count === 0 ? styles.none : styles.some}
            x={index * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
};
