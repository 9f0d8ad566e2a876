import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type Activity, activityKey } from '@portico/contracts/events/activity';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import { type News, seenNear } from './activity-counts.ts';
import type { EpisodeChange } from './apply-step.ts';
import { Episode } from './episode.entity.ts';
import { isTrouble } from './trouble.ts';

const MINUTE = 60_000;

/** Episodes of these kinds that fail, below the threshold. */
const BELOW = `select e.id from episodes e join jsonb_to_recordset(?::jsonb) as n (organization_id int, source_id int,
    event_name text) on e.organization_id = n.organization_id and e.integration_id = n.source_id and e.event_name = n.event_name
  where e.state = 'open' and e.trouble_at is null`;

const newsOf = (mark: Activity): News => {
  const { organization_id, source_id, event_name, newest_arrival, counts = [] } = mark;
  const minutes = counts.map(({ minute }) => Date.parse(minute));
  const arrival = Math.floor(Date.parse(newest_arrival) / MINUTE) * MINUTE;
  const [from, to] = [Math.min(arrival, ...minutes), Math.max(arrival, ...minutes)];
  return { organization_id, source_id, event_name, from, to };
};

/**
 * Makes episodes trouble that have reached the threshold of their integration, from which moment on they send notices. Where a
 * record has no counts, because an earlier version wrote it, every failure is trouble.
 * @param kinds - the folded records, one for each kind of event. @param changes - receives the changes of episodes.
 */
export async function becomeTrouble(
  em: EntityManager,
  kinds: readonly Activity[],
  changes: EpisodeChange[],
  { thresholdOf, now }: { thresholdOf: (integration: number) => TroubleThreshold; now: Date },
): Promise<void> {
  const below = await em.execute<{ id: number }[]>(BELOW, [
    JSON.stringify(
      kinds.map(({ organization_id, source_id, event_name }) => ({ organization_id, source_id, event_name })),
    ),
  ]);
  if (below.length === 0) return;
  const episodes = await em.find(
    Episode,
    { id: { $in: below.map(({ id }) => id) }, state: 'open', troubleAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  const marks = new Map(kinds.map((mark) => [activityKey(mark), mark]));
  const markOf = ({ organizationId: organization_id, integrationId: source_id, eventName: event_name }: Episode) =>
    marks.get(activityKey({ organization_id, source_id, event_name }));
  const news = new Map(episodes.flatMap(markOf).flatMap((mark) => (mark ? [[mark, newsOf(mark)]] : [])));
  const seenOf = await seenNear(em, [...news.values()], (integration) => thresholdOf(integration).minutes);
  for (const episode of episodes) {
    const mark = markOf(episode);
    const kind = mark && news.get(mark);
    if (!kind) continue;
    const since = episode.firstFailureAt.getTime();
    if (mark.counts && !isTrouble(seenOf(kind), thresholdOf(episode.integrationId), since)) continue;
    episode.troubleAt = now;
    const change = changes.find((one) => one.episode === episode);
    if (!change) episode.raiseVersion();
    const trouble = { kind: 'episode.opened', at: episode.firstFailureAt } as const;
    if (change) Object.assign(change, trouble);
    else changes.push({ episode, entries: [], ...trouble });
  }
}
