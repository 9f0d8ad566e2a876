import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { type Activity, activityKey } from '@portico/contracts/events/activity';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import { type News, seenNear } from './activity-counts.ts';
import type { EpisodeChange } from './apply-step.ts';
import { Episode } from './episode.entity.ts';
import { isTrouble } from './trouble.ts';

const MINUTE = 60_000;

/** Failing episodes of the given kinds of events, including episodes that are trouble already. */
const ALL = `select e.id from episodes e join jsonb_to_recordset(?::jsonb) as n (organization_id int, source_id int,
    event_name text) on e.organization_id = n.organization_id and e.integration_id = n.source_id and e.event_name = n.event_name
  where e.state = 'open'`;
const BELOW = `${ALL} and e.trouble_at is null`;

/** A rule with its own trouble threshold. A condition that is null matches every episode. */
type TroubleRule = {
  id: number;
  trouble: TroubleThreshold;
  organization: number | null;
  integration: number | null;
  event: string | null;
};
const RULES = `select id, trouble, coalesce(filter_organization_id, organization_id) as organization,
    filter_integration_id as integration, filter_event_name as event
  from rules where trouble is not null and active and needs_owner_since is null and view is null order by id`;

const isAbout = ({ organization, integration, event }: TroubleRule, episode: Episode): boolean =>
  (organization ?? episode.organizationId) === episode.organizationId &&
  (integration ?? episode.integrationId) === episode.integrationId &&
  (event ?? episode.eventName) === episode.eventName;

const newsOf = (mark: Activity): News => {
  const { organization_id, source_id, event_name, newest_arrival, counts = [] } = mark;
  const minutes = counts.map(({ minute }) => Date.parse(minute));
  const arrival = Math.floor(Date.parse(newest_arrival) / MINUTE) * MINUTE;
  const [from, to] = [Math.min(arrival, ...minutes), Math.max(arrival, ...minutes)];
  return { organization_id, source_id, event_name, from, to };
};

/**
 * Marks episodes as trouble once they reach their integration's threshold, at which notices start. Also records the rules whose own
 * threshold an episode reaches. An activity record of an earlier release has no counts; every failure is then trouble.
 * @param kinds - the new activity records, one per kind of event.
 * @param changes - the function adds the changes of episodes to this list.
 */
export async function becomeTrouble(
  em: EntityManager,
  kinds: readonly Activity[],
  changes: EpisodeChange[],
  { thresholdOf, now }: { thresholdOf: (integration: number) => TroubleThreshold; now: Date },
): Promise<void> {
  const rules = await em.execute<TroubleRule[]>(RULES);
  const failing = await em.execute<{ id: number }[]>(rules.length > 0 ? ALL : BELOW, [
    JSON.stringify(
      kinds.map(({ organization_id, source_id, event_name }) => ({ organization_id, source_id, event_name })),
    ),
  ]);
  if (failing.length === 0) return;
  const episodes = await em.find(
    Episode,
    { id: { $in: failing.map(({ id }) => id) }, state: 'open' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  const marks = new Map(kinds.map((mark) => [activityKey(mark), mark]));
  const markOf = ({ organizationId: organization_id, integrationId: source_id, eventName: event_name }: Episode) =>
    marks.get(activityKey({ organization_id, source_id, event_name }));
  const news = new Map(episodes.flatMap(markOf).flatMap((mark) => (mark ? [[mark, newsOf(mark)]] : [])));
  const longest = Math.max(0, ...rules.map(({ trouble }) => trouble.minutes));
  const seenOf = await seenNear(em, [...news.values()], (integration) =>
    Math.max(longest, thresholdOf(integration).minutes),
  );
  for (const episode of episodes) {
    const mark = markOf(episode);
    const kind = mark && news.get(mark);
    if (!kind) continue;
    const since = episode.firstFailureAt.getTime();
    const isReached = (threshold: TroubleThreshold): boolean =>
      !mark.counts || isTrouble(seenOf(kind), threshold, since);
    const begins = !episode.troubleAt && isReached(thresholdOf(episode.integrationId));
    const reached = rules
      .filter((rule) => !episode.reachedRules.includes(rule.id) && isAbout(rule, episode) && isReached(rule.trouble))
      .map(({ id }) => id);
    if (!begins && reached.length === 0) continue;
    if (begins) episode.troubleAt = now;
    if (reached.length > 0) episode.reachedRules = [...episode.reachedRules, ...reached];
    const change = changes.find((one) => one.episode === episode);
    if (!change) episode.raiseVersion();
    const trouble = { reached, ...(begins && { kind: 'episode.opened' as const, at: episode.firstFailureAt }) };
    if (change) Object.assign(change, trouble);
    else changes.push({ episode, entries: [], kind: null, at: episode.firstFailureAt, ...trouble });
  }
}
