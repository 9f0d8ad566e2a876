import { failures, none, trend, usage } from './trend.css.ts';

const GAP = 1;
/** Minimum height of a bar in pixels, so that any day with events is visible. */
const MIN_HEIGHT = 2;
const STYLES = {
  failures: { bar: 4, height: 24, look: failures },
  usage: { bar: 10, height: 64, look: usage },
} as const;

type TrendProps = {
  days: readonly number[];
  of: keyof typeof STYLES;
  titles?: readonly string[];
};

/** The last bar is today. Decorative, because the numbers are next to the bars. */
export const Trend = ({ days, of, titles }: TrendProps) => {
  const maxCount = Math.max(0, ...days) || 1;
  const { bar, height: full, look } = STYLES[of];
  const width = days.length * (bar + GAP);
  return (
    <svg aria-hidden className={trend} width={width} height={full} viewBox={`0 0 ${width} ${full}`}>
      {days.map((count, index) => {
        const height = count <= 0 ? 1 : Math.max(MIN_HEIGHT, Math.round((count / maxCount) * full));
        return (
          <rect
            key={index}
            className={count <= 0 ? none : look}
            x={index * (bar + GAP)}
            y={full - height}
            width={bar}
            height={height}
            rx={1}
          >
            {titles && <title>{titles[index]}</title>}
          </rect>
        );
      })}
    </svg>
  );
};
