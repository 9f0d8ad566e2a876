import { epochOf, MAX_EPOCH, offsetOf, placeOf } from '@portico/contracts/events/position';
import type { LogRange } from './lag-marks.ts';
import type { Mark } from './mark.ts';
import type { Settled } from './settled.ts';

/** What is known about a partition when reading starts. */
export type Known = {
  /** The last stored place, and its record's arrival, if any. */
  stored: { place: number; publishedAt: number } | undefined;
  /** The committed state, if any. */
  settled: Settled | undefined;
  /** The range of Kafka's log. */
  log: LogRange;
  /** The epoch whose log this process found to be lost; -1: none. If another process has begun the next one since, that one continues. */
  goneEpoch: number;
  /** Events settled earlier may have expired: milliseconds since 1970. */
  keptSince: number;
};

export type Resume = {
  /** Epoch of the log to read. */
  epoch: number;
  /** Kafka's offset of the first message to store: everything before it is settled. */
  from: number;
  /** The record before it, to identify the log; null if Kafka has no known one. */
  mark: Mark | null;
  /** The known log is lost. */
  isNewLog: boolean;
  /** ClickHouse has less than was settled: it was restored to an older state. */
  wentBack: boolean;
  /** Where the events begin that ClickHouse may lack and Kafka has deleted, because they were in an earlier log; null without any. */
  lost: { epoch: number; offset: number } | null;
  /** The first and last offset that should be read but were deleted by Kafka. */
  gap: { from: number; to: number } | null;
};

/**
 * Decides where to continue: after the last settled or stored place, which skips events stored but not committed before a crash. If
 * ClickHouse lacks what was stored, it is refilled from what it has. If the log is another one, a new epoch begins: every row and
 * commit contains it, so that the old log's offsets are never confused with the new one's. The new log is read completely; events
 * stored already are detected.
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

/** The settled state when reading starts there. */
export const settledAt = ({ epoch, from, mark }: Resume, stored: number): Settled => ({
  place: placeOf(epoch, from) - 1,
  stored,
  mark: mark?.offset === from - 1 ? mark : null,
});
