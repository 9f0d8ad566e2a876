import type { EntityManager } from '@mikro-orm/postgresql';
import { type Activity, type FirstFailure, markKey } from '@portico/contracts/events/activity';
import type { EpisodeKey } from './apply-step.ts';
import { ABANDONED_DAYS, type Marks } from './next-step.ts';

/** `marks`: the current last failure and success of a subject. `first`: the first failure in the subject's activity record. */
export type Changed = { key: EpisodeKey; marks: Marks; first?: FirstFailure | undefined };

type Row = {
  organization_id: number;
  integration_id: number;
  event_name: string;
  subject: string;
  failure_at: string | null;
  success_at: string | null;
};

const COLUMNS = 'organization_id, integration_id, event_name, subject';
const DAY = 24 * 60 * 60 * 1_000;

/** Stores newer last failures and successes of subjects; returns the changed rows. Locks rows in key order, which avoids deadlocks. */
const RAISE = `insert into episode_subject_marks as m (${COLUMNS}, failure_at, success_at)
  select * from jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int, event_name text, subject text,
    failure_at timestamptz, success_at timestamptz) order by 1, 2, 3, 4
  on conflict (${COLUMNS}) do update
    set failure_at = greatest(m.failure_at, excluded.failure_at), success_at = greatest(m.success_at, excluded.success_at)
    where excluded.failure_at > coalesce(m.failure_at, '-infinity') or excluded.success_at > coalesce(m.success_at, '-infinity')
  returning ${COLUMNS}, to_json(failure_at) as failure_at, to_json(success_at) as success_at`;

/** Counts the failing subjects of a kind of event that have no live episode of their own. */
const FURTHER = `select count(*)::int as failing, to_json(min(failure_at)) as first, to_json(max(failure_at)) as last
  from episode_subject_marks m
  where m.organization_id = ? and m.integration_id = ? and m.event_name = ?
    and m.failure_at > coalesce(m.success_at, '-infinity') and m.failure_at > ?
    and not exists (select from episodes e where e.organization_id = m.organization_id
      and e.integration_id = m.integration_id and e.event_name = m.event_name and e.scope = 'subject'
      and e.subject = m.subject and e.state in ('open', 'recovering'))`;

export const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Stores newer last failures and successes of subjects, and returns the changed rows. */
export async function raiseSubjects(em: EntityManager, activity: readonly Activity[]): Promise<Changed[]> {
  const marks = activity.flatMap(
    ({ organization_id, source_id, event_name, subject, newest_failure, newest_success }) =>
      subject === undefined
        ? []
        : [
            {
              organization_id,
              integration_id: source_id,
              event_name,
              subject,
              failure_at: newest_failure,
              success_at: newest_success,
            },
          ],
  );
  if (marks.length === 0) return [];
  const rows = await em.execute<Row[]>(RAISE, [JSON.stringify(marks)]);
  const firsts = new Map(activity.map((mark) => [markKey(mark), mark.first_failure]));
  return rows.map((row) => ({
    first: firsts.get(markKey({ ...row, source_id: row.integration_id })),
    key: {
      organizationId: row.organization_id,
      integrationId: row.integration_id,
      eventName: row.event_name,
      scope: 'subject',
      subject: row.subject,
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
  return { failing: row?.failing ?? 0, first: momentOf(row?.first ?? null), last: momentOf(row?.last ?? null) };
}
