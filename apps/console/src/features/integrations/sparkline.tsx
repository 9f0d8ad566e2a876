import type { Results } from '@portico/contracts/http/event-health';
import * as styles from './health.css.ts';

const BAR = 3;
const GAP = 1;
const HEIGHT = 22;
/** An hour with anything at all is seen. */
const LEAST = 2;

const heightOf = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * HEIGHT));

/** Events of each hour as bars, the present one last, failures at the bottom: for the eye alone, beside the numbers. */
export const Sparkline = ({ hours }: { hours: readonly Results[] }) => {
  const most = Math.max(1, ...hours.map(({ success, failure }) => success + failure));
  const width = hours.length * (BAR + GAP);
  return (
    <svg aria-hidden className={styles.sparkline} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      {hours.map(({ success, failure }, index) => {
        const all = heightOf(success + failure, most);
        const failed = Math.min(all, heightOf(failure, most));
        const x = index * (BAR + GAP);
        return (
          <g key={index}>
            {all === 0 && <rect className={styles.none} x={x} y={HEIGHT - 1} width={BAR} height={1} />}
            <rect className={styles.good} x={x} y={HEIGHT - all} width={BAR} height={all - failed} />
            <rect className={styles.bad} x={x} y={HEIGHT - failed} width={BAR} height={failed} />
          </g>
        );
      })}
    </svg>
  );
};
