import { epochOf, MAX_EPOCH, offsetOf, placeOf } from '@portico/contracts/events/position';
import type { LogRange } from './lag-marks.ts';
import type { Mark } from './mark.ts';
import type { Settled } from './settled.ts';

/** The known state of a partition when reading starts. */
export type Known = {
  /** The place of the last stored record and its arrival time; undefined if no record is stored. */
  stored: { place: number; publishedAt: number } | undefined;
  /** The committed state; undefined without a commit. */
  settled: Settled | undefined;
  log: LogRange;
  /** The epoch whose log this process found to be lost; -1 if none. Reading continues in a later epoch that another process has begun. */
  goneEpoch: number;
  /** Start of the retention, in milliseconds since 1970. Earlier events may have expired. */
  keptSince: number;
};

export type Resume = {
  epoch: number;
  /** Kafka's offset of the first message to store. Every earlier message is stored, rejected or a duplicate. */
  from: number;
  /** Fingerprint of the last record before `from`, to identify the log; null if Kafka has no known record. */
  mark: Mark | null;
  /** Whether Kafka has lost the known log, so that a new log begins. */
  isNewLog: boolean;
  /** Whether ClickHouse lacks stored rows, because an operator has restored it to an older state. */
  wentBack: boolean;
  /** The first event of an earlier log that ClickHouse may lack, and that Kafka has deleted; null if there is no such event. */
  lost: { epoch: number; offset: number } | null;
  /** The first and last unread offset that Kafka has deleted; null if Kafka has every unread record. */
  gap: { from: number; to: number } | null;
};

/**
 * Decides where to continue: after the last committed or stored place, whichever is later, so that events that were stored but not
 * committed before a crash are not read again. If ClickHouse lacks stored rows, reading continues after its last row. If another log has
 * replaced the known one, a new epoch begins. Every row and commit contains the epoch, so an offset of the old log never stands for one of
 * the new log. Reading then begins at the start of the new log; the ingest recognizes events that are already stored.
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
    if (epoch >= MAX_EPOCH) throw new Error(`more than ${MAX_EPOCH} logs of one partition`);
    const lostInOld = wentBack ? lostBefore(epoch + 1, stored?.place) : null;
    return { ...same, epoch: epoch + 1, from: log.begin, mark: null, isNewLog: true, lost: lostInOld };
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

/** Returns the first event of a log before `epoch` that ClickHouse lacks. @param stored - the last place that ClickHouse still has. */
function lostBefore(epoch: number, stored: number | undefined): Resume['lost'] {
  const next = stored === undefined ? 0 : stored + 1;
  return epochOf(next) < epoch ? { epoch: epochOf(next), offset: offsetOf(next) } : null;
}

/** Returns the {@link Settled} state of a partition at the start of reading. */
export const settledAt = ({ epoch, from, mark }: Resume, stored: number): Settled => ({
  place: placeOf(epoch, from) - 1,
  stored,
  mark: mark?.offset === from - 1 ? mark : null,
});
