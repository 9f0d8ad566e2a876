import { formatTime, type TimeShape, type TimeZone } from '@portico/ui';

const MINUTE = 60;
const DAY = 86_400;

/** How a moment is said where the bars are so long, in seconds, and all of them together so long. */
const shapeFor = (step: number, span: number): TimeShape => {
  if (span > 2 * DAY) return step >= DAY ? 'day' : 'short';
  if (span > DAY / 2) return 'short';
  return step >= MINUTE ? 'minute' : 'second';
};

export type Tick = { at: number; text: string };

/**
 * Times below the bars, evenly spaced.
 * @param bars how many there are
 * @param step seconds of one
 * @param most ticks
 * @returns `at`: the bar at whose beginning it stands
 */
export const ticksOf = (from: string, bars: number, step: number, zone: TimeZone, most: number): Tick[] => {
  const every = Math.max(1, Math.ceil(bars / most));
  const shape = shapeFor(step, bars * step);
  const begin = Date.parse(from);
  const ticks: Tick[] = [];
  for (let at = 0; at < bars; at += every) ticks.push({ at, text: formatTime(begin + at * step * 1_000, zone, shape) });
  // The last would run over the edge.
  return ticks.filter(({ at }) => at <= bars * 0.88);
};

/** The time of one bar, or from the first of several to the last. */
export const spanText = (from: number, to: number, step: number, zone: TimeZone): string => {
  const shape = step >= MINUTE ? 'short' : 'second';
  return `${formatTime(from, zone, shape)} – ${formatTime(to, zone, shape)}`;
};
