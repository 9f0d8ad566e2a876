import { epochOf, MAX_EPOCH, offsetOf, placeOf } from '@portico/contracts/events/position';
import type { LogRange } from './lag-marks.ts';
import type { Mark } from './mark.ts';
import type { Settled } from './settled.ts';

/** What is known of one partition when its reading begins. */
export type Known = {
  /** The last stored place, if any, and when its record arrived. */
  stored: { place: number; publishedAt: number } | undefined;
  /** What was committed, if anything. */
  settled: Settled | undefined;
  /** What Kafka holds. */
  log: LogRange;
  /**
   * The epoch whose log this process saw to be gone; -1: none. Another process may have begun the next one since: then that one
   * is read on.
   */
  goneEpoch: number;
  /** Events that were settled before then may have been let go since: milliseconds since 1970. */
  keptSince: number;
};

export type Resume = {
  /** Of the log that is read. */
  epoch: number;
  /** Kafka's offset of the first message to store: everything before it is settled. */
  from: number;
  /** The record before it, to recognise the log by; null when Kafka has none that is known. */
  mark: Mark | null;
  /** What is known is of a log that is gone. */
  isNewLog: boolean;
  /** ClickHouse has less than was settled: it was restored to an older state. */
  wentBack: boolean;
  /**
   * Where the events begin that ClickHouse may lack and Kafka no longer has, because they were in a log before this one;
   * null when there are none.
   */
  lost: { epoch: number; offset: number } | null;
  /** What should be read, and Kafka no longer has: Kafka's first and last offset. */
  gap: { from: number; to: number } | null;
};

/**
 * Where to continue: after the last place that is settled or stored, so that what was stored but not committed before a crash
 * is passed. A ClickHouse that lacks what was stored is read to again, from what it has.
 *
 * When the log is another one, a new epoch begins: it goes into every row and every commit, so that the old log's offsets are
 * never again taken for this one's. All that the new one holds is read: what is stored already is recognised.
 */
export function resumeAfter({ stored, settled, log, goneEpoch, keptSince }: Known): Resume {
  const epoch = epochOf(Math.max(stored?.place ?? 0, (settled?.place ?? -1) + 1));
  const isExpired = settled?.mark ? settled.mark.publishedAt < keptSince : false;
  const wentBack = !isExpired && (settled?.stored ?? -1) > (stored?.place ?? -1);
  const settledNext = settled && !wentBack && epochOf(settled.place + 1) === epoch ? offsetOf(settled.place + 1) : 0;
  const storedNext = stored && epochOf(stored.place) === epoch ? offsetOf(stored.place) + 1 : 0;
  const next = Math.max(settledNext, storedNext);
  const lost = wentBack ? lostBefore(epoch, stored?.place) : null;
  const same = { epoch, wentBack, lost, gap: null };
  if (goneEpoch >= epoch || next > log.end) {
    const begun = ofNewLog(epoch + 1, log.begin);
    return { ...begun, wentBack, lost: wentBack ? lostBefore(begun.epoch, stored?.place) : null };
  }
  const marks = [
    settled && settledNext > 0 ? settled.mark : null,
    stored && storedNext > 0 ? { offset: storedNext - 1, publishedAt: stored.publishedAt, sum: null } : null,
  ];
  const mark = marks
    .filter((one) => one !== null && one !== undefined)
    .reduce<Mark | null>((last, one) => (last && last.offset >= one.offset ? last : one), null);
  if (log.begin > next) {
    const gap = stored || settled ? { from: next, to: log.begin - 1 } : null;
    return { ...same, from: log.begin, mark: null, isNewLog: false, gap };
  }
  return { ...same, from: next, mark: mark && mark.offset >= log.begin ? mark : null, isNewLog: false };
}

function ofNewLog(epoch: number, begin: number): Resume {
  if (epoch > MAX_EPOCH) throw new Error(`more than ${MAX_EPOCH} logs of one partition`);
  return { epoch, from: begin, mark: null, isNewLog: true, wentBack: false, lost: null, gap: null };
}

/** @param stored - the last place that ClickHouse still has. */
function lostBefore(epoch: number, stored: number | undefined): Resume['lost'] {
  const next = stored === undefined ? 0 : stored + 1;
  return epochOf(next) < epoch ? { epoch: epochOf(next), offset: offsetOf(next) } : null;
}

/** What is settled when reading begins there. */
export const settledAt = ({ epoch, from, mark }: Resume, stored: number): Settled => ({
  place: placeOf(epoch, from) - 1,
  stored,
  mark: mark?.offset === from - 1 ? mark : null,
});
