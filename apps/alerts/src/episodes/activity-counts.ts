import type { EntityManager } from '@mikro-orm/postgresql';
import { type Activity, activityKey, type MinuteCount } from '@portico/contracts/events/activity';
import { RARE_BELOW, type Seen } from './trouble.ts';

const KIND = 'organization_id, integration_id, event_name';

/** Raises counts. The caller has locked the `episode_marks` rows of these event names, so no other transaction writes the same rows. */
const RAISE = `with n as (select * from jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int,
    event_name text, minute timestamptz, partition int, total int, failures int)),
  before as (select m.* from activity_minutes m join n using (${KIND}, minute, partition)),
  raised as (insert into activity_minutes as m (${KIND}, minute, partition, total, failures) select * from n
    on conflict (${KIND}, minute, partition) do update
      set total = greatest(m.total, excluded.total), failures = greatest(m.failures, excluded.failures)
      where excluded.total > m.total or excluded.failures > m.failures
    returning m.*)
  insert into activity_hours as h (${KIND}, hour, total)
    select ${KIND}, date_trunc('hour', minute, 'UTC'), sum(r.total - coalesce(b.total, 0))
    from raised r left join before b using (${KIND}, minute, partition) group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (${KIND}, hour) do update set total = h.total + excluded.total`;

const NEAR = `jsonb_to_recordset(?::jsonb) as n (organization_id int, integration_id int, event_name text,
  since timestamptz, until timestamptz)`;
const MINUTES = `select ${KIND}, minute, partition, m.total, m.failures from activity_minutes m join ${NEAR} using (${KIND})
  where m.minute > n.since and m.minute < n.until`;
/** Selects the rare kinds of events. A kind that Portico has known for less than a day is not rare. */
const RARE = `select ${KIND} from episode_marks m join ${NEAR} using (${KIND})
  where m.known_since <= n.until - interval '1 day' and coalesce((select sum(h.total) from activity_hours h
    where h.organization_id = m.organization_id and h.integration_id = m.integration_id and h.event_name = m.event_name
      and h.hour > n.until - interval '1 day'), 0) < ${RARE_BELOW}`;

/** A kind of event. `from`, `to`: first and last minute of the kind's new arrivals, in milliseconds since 1970. */
export type News = Pick<Activity, 'organization_id' | 'source_id' | 'event_name'> & { from: number; to: number };
type KindRow = { organization_id: number; integration_id: number; event_name: string };

const keyOf = ({ integration_id: source_id, ...row }: KindRow): string => activityKey({ ...row, source_id });

/**
 * Raises the stored counts to the counts of the activity records; never lowers a count.
 * @param activity - at most one record per kind of event.
 */
export async function raiseCounts(em: EntityManager, activity: readonly Activity[]): Promise<void> {
  const rows = activity.flatMap(({ organization_id, source_id: integration_id, event_name, counts = [] }) =>
    counts.map((count) => ({ organization_id, integration_id, event_name, ...count })),
  );
  if (rows.length > 0) await em.execute(RAISE, [JSON.stringify(rows)]);
}

/** Loads the arrivals of the given kinds of events within `minutesOf` minutes before and after the new arrivals. */
export async function seenNear(
  em: EntityManager,
  news: readonly News[],
  minutesOf: (integration: number) => number,
): Promise<(kind: News) => Seen> {
  const near = JSON.stringify(
    news.map(({ source_id: integration_id, from, to, ...kind }) => {
      const span = minutesOf(integration_id) * 60_000;
      return {
        ...kind,
        integration_id,
        since: new Date(from - span).toISOString(),
        until: new Date(to + span).toISOString(),
      };
    }),
  );
  const minutes = await em.execute<(KindRow & Omit<MinuteCount, 'minute'> & { minute: Date | string })[]>(MINUTES, [
    near,
  ]);
  const byKind = Map.groupBy(minutes, keyOf);
  const rare = new Set((await em.execute<KindRow[]>(RARE, [near])).map(keyOf));
  return (kind) => ({
    counts: (byKind.get(activityKey(kind)) ?? []).map((row) => ({
      ...row,
      minute: new Date(row.minute).toISOString(),
    })),
    isRare: rare.has(activityKey(kind)),
  });
}
