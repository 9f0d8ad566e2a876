import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Activity, FirstFailure } from '@portico/contracts/events/activity';
import { type EpisodeChange, toFailure } from './apply-step.ts';
import { Episode } from './episode.entity.ts';

/**
 * Episodes that began earlier than recorded, with the index of the record that proves it; events may arrive late. A failure before
 * the last success belongs to an earlier episode. Once an episode has recovered, that success is no longer known.
 */
const EARLIER = `select e.id, n.index from episodes e join jsonb_to_recordset(?::jsonb) as n (index int, organization_id int,
    integration_id int, event_name text, subject text, at timestamptz)
    on e.organization_id = n.organization_id and e.integration_id = n.integration_id and e.event_name = n.event_name
  where e.state = 'open' and (e.scope = 'event' or e.scope = 'subject' and e.subject = n.subject)
    and (n.at < e.first_failure_at or n.at = e.first_failure_at and e.first_failure is null)
    and (e.last_success_at is null or e.last_success_at < n.at) order by e.id, n.at desc`;

/**
 * Moves the first failure of episodes back if records have an earlier one.
 * @param changes - receives the changes.
 */
export async function correctFirsts(
  em: EntityManager,
  activity: readonly Activity[],
  changes: EpisodeChange[],
): Promise<void> {
  const firsts = activity.flatMap(({ first_failure: first, ...mark }) => (first ? [{ ...mark, first }] : []));
  if (firsts.length === 0) return;
  const rows = firsts.map(({ organization_id, source_id, event_name, subject, first: { at } }, index) => {
    return { index, organization_id, integration_id: source_id, event_name, subject, at };
  });
  const found = await em.execute<{ id: number; index: number }[]>(EARLIER, [JSON.stringify(rows)]);
  if (found.length === 0) return;
  const firstOf = new Map<number, FirstFailure>();
  for (const { id, index } of found) {
    const first = firsts[index]?.first;
    if (first) firstOf.set(id, first);
  }
  const episodes = await em.find(
    Episode,
    { id: { $in: [...firstOf.keys()] }, state: 'open' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  for (const episode of episodes) {
    const first = firstOf.get(episode.id);
    if (!first) continue;
    const at = new Date(first.at);
    Object.assign(episode, { firstFailureAt: at, firstFailure: toFailure(first) });
    if (changes.some((one) => one.episode === episode)) continue;
    episode.raiseVersion();
    changes.push({ episode, entries: [], kind: null, at });
  }
  await em.flush();
}
