import type { EventRow } from '@portico/contracts/http/events';

/** One event of a trace. `after` and `took` are milliseconds since the first event and since the previous event. */
export type Step = { row: EventRow; after: number; took: number; isGap: boolean };

/** A time without an event is a gap if it lasts at least `MIN_GAP_MS` and more than the share `MIN_GAP_SHARE` of the whole trace. */
const MIN_GAP_SHARE = 0.25;
const MIN_GAP_MS = 1_000;

/** @param rows the events of a trace, the oldest first */
export function stepsOf(rows: readonly EventRow[]): readonly Step[] {
  const times = rows.map(({ timestamp }) => Date.parse(timestamp));
  const [begin = 0] = times;
  const span = (times.at(-1) ?? begin) - begin;
  return rows.map((row, index) => {
    const moment = times[index] ?? begin;
    const took = moment - (times[index - 1] ?? moment);
    return {
      row,
      after: moment - begin,
      took,
      isGap: rows.length > 2 && took >= MIN_GAP_MS && took > span * MIN_GAP_SHARE,
    };
  });
}
