import { z } from 'zod/mini';
import { MAX_DERIVED } from './integration-event.ts';
import { Id } from '../common/ids.ts';

/**
 * How current each kind of event of each integration is, key = {@link activityKey}; published after the events are stored. A
 * log and not compacted: processes and partitions share a key and each publishes what it has seen, so the last record of a
 * key need not have the newest marks.
 */
export const ACTIVITY_TOPIC = 'events.activity.v1';

/** In UTC with milliseconds: such texts are in the order of their moments. */
const Mark = z.iso.datetime({ precision: 3 });

/** Characters of a first failure's message. */
export const MAX_FAILURE_MESSAGE = 2_000;

/** The earliest failure after the newest success. `at`: when it counts, see {@link Activity}. */
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

/** Events of one partition that arrived within the minute that begins at `minute`, and how many of them failed. */
export const MinuteCount = z.object({ partition: Count, minute: Mark, total: Count, failures: Count });
export type MinuteCount = z.infer<typeof MinuteCount>;

/**
 * Marks of stored events, each the newest there was, so that they may come in any order and repeatedly: see
 * {@link newestOf}. An event counts at its timestamp, or at its arrival when that is earlier: a clock that runs ahead hides
 * nothing. Null: this record does not say. `subject`: the record is of events about this alone (empty: about nothing), which is so
 * where an integration's episodes are by subject.
 * `first_failure`: of the events that the record is about, if they fail. `counts`: of all subjects of the kind of event, for the minutes that
 * the record touches. They only grow, so a reader takes the maximum by partition and minute. Undefined: an earlier version wrote it.
 */
export const Activity = z.object({
  organization_id: Id,
  source_id: Id,
  event_name: z.string().check(z.minLength(1), z.maxLength(128)),
  subject: z.optional(z.string().check(z.maxLength(MAX_DERIVED))),
  newest_success: z.nullable(Mark),
  newest_failure: z.nullable(Mark),
  newest_arrival: Mark,
  first_failure: z.optional(FirstFailure),
  counts: z.optional(z.array(MinuteCount)),
});
export type Activity = z.infer<typeof Activity>;

export type ActivityKey = Pick<Activity, 'organization_id' | 'source_id' | 'event_name'>;

/** `organization:source:event_name`, the key of a record: those of all subjects come in one partition. */
export const activityKey = ({ organization_id, source_id, event_name }: ActivityKey): string =>
  `${organization_id}:${source_id}:${event_name}`;

/** What a record is of: of no two is it the same. */
export const markKey = (mark: ActivityKey & Pick<Activity, 'subject'>): string => {
  const { subject } = mark;
  return subject === undefined ? activityKey(mark) : `${subject.length}/${subject}/${activityKey(mark)}`;
};

const newest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** The highest numbers by partition and minute. */
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

/** What two records of the same say together. */
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
