import { formatTime, type TimeShape, type TimeZone } from '@portico/ui';

const MINUTE = 60;
const DAY = 86_400;

/** The time format for bars of `step` seconds that cover `span` seconds. */
const shapeFor = (step: number, span: number): TimeShape => {
  if (span > 2 * DAY) return step >= DAY ? 'day' : 'short';
  if (span > DAY / 2) return 'short';
  return step >= MINUTE ? 'minute' : 'second';
};

type Tick = { at: number; text: string };

/** Evenly spaced times below `bars` bars of `step` seconds. `at` is the index of the bar at whose start the tick is. */
export const ticksOf = (from: string, bars: number, step: number, zone: TimeZone, maxTicks: number): Tick[] => {
  const every = Math.max(1, Math.ceil(bars / maxTicks));
  const shape = shapeFor(step, bars * step);
  const begin = Date.parse(from);
  const ticks: Tick[] = [];
  for (let at = 0; at < bars; at += every) ticks.push({ at, text: formatTime(begin + at * step * 1_000, zone, shape) });
  // The text of a tick further to the right would extend beyond the edge.
  return ticks.filter(({ at }) => at <= bars * 0.88);
};

/** The time range of bars of `step` seconds. */
export const spanText = (from: number, to: number, step: number, zone: TimeZone): string => {
  const shape = step >= MINUTE ? 'short' : 'second';
  return `${formatTime(from, zone, shape)} – ${formatTime(to, zone, shape)}`;
};
