import { z } from 'zod/mini';
import { MAX_DERIVED } from './integration-event.ts';
import { Id } from '../common/ids.ts';

/**
 * Times of the newest stored events by integration and event name; key = {@link activityKey}. Several processes publish under one key, and
 * each process knows only the events that it has stored. The topic is not compacted, because a key's last record may not have the newest
 * times.
 */
export const ACTIVITY_TOPIC = 'events.activity.v1';

/** A time in UTC with milliseconds, so the text order equals the time order. */
const Mark = z.iso.datetime({ precision: 3 });

export const MAX_FAILURE_MESSAGE = 2_000;

/** The earliest failure after the newest success. `at`: the failure's effective time, see {@link Activity}. */
export const FirstFailure = z.object({
  id: z.string(),
  trace_id: z.string(),
  timestamp: z.string(),
  at: Mark,
  severity: z.string(),
  message: z.string().check(z.maxLength(MAX_FAILURE_MESSAGE)),
});
export type FirstFailure = z.infer<typeof FirstFailure>;

const Count = z.int().check(z.minimum(0));

/** Number of events, and of failures, that arrived in one partition in the minute that begins at `minute`. */
export const MinuteCount = z.object({ partition: Count, minute: Mark, total: Count, failures: Count });
export type MinuteCount = z.infer<typeof MinuteCount>;

/**
 * Marks (newest times) of stored events. Each mark is a maximum, so records may arrive in any order and repeatedly: see {@link newestOf}.
 * An event's effective time is its timestamp, or its arrival if the arrival is earlier, so that a sender's fast clock hides no later event.
 * Null: this record does not contain the mark.
 */
export const Activity = z.object({
  organization_id: Id,
  source_id: Id,
  event_name: z.string().check(z.minLength(1), z.maxLength(128)),
  /** The record covers only events of this subject; empty: events without a subject. Set if the integration has episodes per subject. */
  subject: z.optional(z.string().check(z.maxLength(MAX_DERIVED))),
  newest_success: z.nullable(Mark),
  newest_failure: z.nullable(Mark),
  newest_arrival: Mark,
  first_failure: z.optional(FirstFailure),
  /**
   * Events of all subjects, for the minutes whose counts have changed. Counts only grow, so a reader takes the maximum by partition and
   * minute. Undefined in records of an earlier version.
   */
  counts: z.optional(z.array(MinuteCount)),
});
export type Activity = z.infer<typeof Activity>;

export type ActivityKey = Pick<Activity, 'organization_id' | 'source_id' | 'event_name'>;

/** The key of a record: `organization:source:event_name`. It has no subject, so all subjects share a partition. */
export const activityKey = ({ organization_id, source_id, event_name }: ActivityKey): string =>
  `${organization_id}:${source_id}:${event_name}`;

/** Identifies the events that a record covers. */
export const markKey = (mark: ActivityKey & Pick<Activity, 'subject'>): string => {
  const { subject } = mark;
  return subject === undefined ? activityKey(mark) : `${subject.length}/${subject}/${activityKey(mark)}`;
};

const newest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** The highest count by partition and minute. */
export function highestOf<One extends Pick<MinuteCount, 'partition' | 'minute' | 'total' | 'failures'>>(
  counts: readonly One[],
): One[] {
  const highest = new Map<string, One>();
  for (const one of counts) {
    const key = `${one.partition}/${one.minute}`;
    const { total, failures } = highest.get(key) ?? one;
    highest.set(key, { ...one, total: Math.max(one.total, total), failures: Math.max(one.failures, failures) });
  }
  return [...highest.values()];
}

function firstAfter(
  success: string | null,
  ...failures: readonly (FirstFailure | undefined)[]
): FirstFailure | undefined {
  const later = failures.filter((one) => one !== undefined && (success === null || one.at > success));
  return later.toSorted((a, b) => (a && b && (a.at < b.at || (a.at === b.at && a.id < b.id)) ? -1 : 1))[0];
}

/** Merges two records with the same mark key. */
export function newestOf(a: Activity, b: Activity): Activity {
  const { first_failure: _, counts: __, ...rest } = a;
  const newest_success = newest(a.newest_success, b.newest_success);
  const first_failure = firstAfter(newest_success, a.first_failure, b.first_failure);
  const counts = a.counts || b.counts ? highestOf([...(a.counts ?? []), ...(b.counts ?? [])]) : undefined;
  return {
    ...rest,
    newest_success,
    newest_failure: newest(a.newest_failure, b.newest_failure),
    newest_arrival: a.newest_arrival > b.newest_arrival ? a.newest_arrival : b.newest_arrival,
    ...(first_failure && { first_failure }),
    ...(counts && { counts }),
  };
}
