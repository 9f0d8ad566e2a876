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

/**
 * Marks of stored events, each the newest there was, so that they may come in any order and repeatedly: see
 * {@link newestOf}. An event counts at its timestamp, or at its arrival when that is earlier: a clock that runs ahead hides
 * nothing. Null: this record does not say. `subject`: the record is of events about this alone (empty: about nothing), which is so
 * where an integration's episodes are by subject.
 */
export const Activity = z.object({
  organization_id: Id,
  source_id: Id,
  event_name: z.string().check(z.minLength(1), z.maxLength(128)),
  subject: z.optional(z.string().check(z.maxLength(MAX_DERIVED))),
  newest_success: z.nullable(Mark),
  newest_failure: z.nullable(Mark),
  newest_arrival: Mark,
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

/** What two records of the same say together. */
export const newestOf = (a: Activity, b: Activity): Activity => ({
  ...a,
  newest_success: newest(a.newest_success, b.newest_success),
  newest_failure: newest(a.newest_failure, b.newest_failure),
  newest_arrival: a.newest_arrival > b.newest_arrival ? a.newest_arrival : b.newest_arrival,
});
