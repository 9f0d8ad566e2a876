import type { EntityManager } from '@mikro-orm/postgresql';
import { type Activity, type FirstFailure, markKey } from '@portico/contracts/events/activity';
import type { EpisodeKey } from './apply-step.ts';
import { ABANDONED_DAYS, type Marks } from './next-step.ts';

/** `marks`: the current last failure and success of an event name or subject. `first`: the first failure in its activity record. */
export type Changed = { key: EpisodeKey; marks: Marks; first?: FirstFailure | undefined };

type Row = {
  organization_id: number;
  integration_id: number;
  event_name: string;
  subject?: string;
  failure_at: string | null;
  success_at: string | null;
};

const DAY = 24 * 60 * 60 * 1_000;

/** Returns SQL that stores newer last failures and successes. Locks rows in key order, which avoids deadlocks. */
const raiseSql = (table: string, key: string): string => `insert into ${table} as m (${key}, failure_at, success_at)
  select ${key}, failure_at, success_at from jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int,
    event_name text, subject text, failure_at timestamptz, success_at timestamptz) order by ${key}
  on conflict (${key}) do update
    set failure_at = greatest(m.failure_at, excluded.failure_at), success_at = greatest(m.success_at, excluded.success_at)
    where excluded.failure_at > coalesce(m.failure_at, '-infinity') or excluded.success_at > coalesce(m.success_at, '-infinity')
  returning ${key}, to_json(failure_at) as failure_at, to_json(success_at) as success_at`;

const RAISE = {
  event: raiseSql('episode_marks', 'organization_id, integration_id, event_name'),
  subject: raiseSql('episode_subject_marks', 'organization_id, integration_id, event_name, subject'),
} as const;

/** Counts the failing subjects of a kind of event that have no live episode of their own. */
const FURTHER = `select count(*)::int as failing, to_json(min(failure_at)) as first, to_json(max(failure_at)) as last
  from episode_subject_marks m
  where m.organization_id = ? and m.integration_id = ? and m.event_name = ?
    and m.failure_at > coalesce(m.success_at, '-infinity') and m.failure_at > ?
    and not exists (select from episodes e where e.organization_id = m.organization_id
      and e.integration_id = m.integration_id and e.event_name = m.event_name and e.scope = 'subject'
      and e.subject = m.subject and e.state in ('open', 'recovering'))`;

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/**
 * Stores newer last failures and successes of event names or subjects, and returns the changed rows.
 * @param activity - records without subjects for event names, records with subjects for subjects.
 */
export async function raiseMarks(
  em: EntityManager,
  activity: readonly Activity[],
  scope: 'event' | 'subject',
): Promise<Changed[]> {
  if (activity.length === 0) return [];
  const marks = activity.map(({ organization_id, source_id, event_name, subject, newest_failure, newest_success }) => ({
    organization_id,
    integration_id: source_id,
    event_name,
    subject,
    failure_at: newest_failure,
    success_at: newest_success,
  }));
  const rows = await em.execute<Row[]>(RAISE[scope], [JSON.stringify(marks)]);
  const firsts = new Map(activity.map((mark) => [markKey(mark), mark.first_failure]));
  return rows.map((row) => ({
    first: firsts.get(markKey({ ...row, source_id: row.integration_id })),
    key: {
      organizationId: row.organization_id,
      integrationId: row.integration_id,
      eventName: row.event_name,
      scope,
      subject: row.subject ?? null,
    },
    marks: { failureAt: momentOf(row.failure_at), successAt: momentOf(row.success_at) },
  }));
}

/** The failing subjects without their own episode. `first`, `last`: earliest and latest of the subjects' newest failures. */
type Further = { failing: number; first: Date | null; last: Date | null };

export async function furtherOf(
  em: EntityManager,
  { organizationId, integrationId, eventName }: Pick<EpisodeKey, 'organizationId' | 'integrationId' | 'eventName'>,
  now: Date,
): Promise<Further> {
  const since = new Date(now.getTime() - ABANDONED_DAYS * DAY);
  const [row] = await em.execute<{ failing: number; first: string | null; last: string | null }[]>(FURTHER, [
    organizationId,
    integrationId,
    eventName,
    since,
  ]);
  return { failing: row?.failing ?? 0, first: momentOf(row?.first), last: momentOf(row?.last) };
}
