import type { EventRow } from '@portico/contracts/http/events';

/** One event of a trace. `after` and `took` are milliseconds since the first event and since the previous event. */
export type Step = { row: EventRow; after: number; took: number; isGap: boolean };

/** A wait is a gap if it exceeds the share `GAP_PART` of the whole trace and lasts at least `GAP_MS` milliseconds. */
const GAP_PART = 0.25;
const GAP_MS = 1_000;

/** The steps of a trace. `rows` must be oldest first. */
export function stepsOf(rows: readonly EventRow[]): readonly Step[] {
  const times = rows.map(({ timestamp }) => Date.parse(timestamp));
  const [begin = 0] = times;
  const span = (times.at(-1) ?? begin) - begin;
  return rows.map((row, index) => {
    const moment = times[index] ?? begin;
    const took = moment - (times[index - 1] ?? moment);
    return { row, after: moment - begin, took, isGap: rows.length > 2 && took >= GAP_MS && took > span * GAP_PART };
  });
}
