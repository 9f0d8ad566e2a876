import type { EntityManager } from '@mikro-orm/postgresql';
import type { EpisodeImpact } from '@portico/contracts/http/episode-settling';
import type { Episode } from './episode.entity.ts';
import { DEFAULT_TROUBLE } from './trouble.ts';

/** SQL expression for the minutes of an integration's trouble threshold. Requires `episode_settlings` as `s`. */
export const MINUTES = `coalesce(s.trouble_minutes, ${DEFAULT_TROUBLE.minutes})`;

/** Returns SQL that counts the arrivals of an episode's kind of event within the minutes of the integration's trouble threshold. */
export const impactSql = (numbers: string, episode: string): string => `select ${numbers} from activity_minutes m
  left join episode_settlings s on s.integration_id = m.integration_id
  where m.organization_id = ${episode}.organization_id and m.integration_id = ${episode}.integration_id
    and m.event_name = ${episode}.event_name and m.minute > now() - make_interval(mins => ${MINUTES})`;

/** Returns the share of failures in percent, rounded to one decimal. */
export const shareOf = ({ failures, total }: { failures: number; total: number }): number =>
  total === 0 ? 0 : Math.round((1_000 * failures) / total) / 10;

const IMPACT = `select e.id, i.failures, i.total, ${MINUTES} as minutes
  from episodes e left join episode_settlings s on s.integration_id = e.integration_id,
    lateral (${impactSql('coalesce(sum(m.failures), 0)::int as failures, coalesce(sum(m.total), 0)::int as total', 'e')}) i
  where e.id = any(string_to_array(?, ',')::int[])`;

/** Returns the impact of the live episodes by episode id; omits episodes that are over. */
export async function impactsOf(em: EntityManager, episodes: readonly Episode[]): Promise<Map<number, EpisodeImpact>> {
  const live = episodes.filter((episode) => episode.isLive());
  if (live.length === 0) return new Map();
  const rows = await em.execute<{ id: number; failures: number; total: number; minutes: number }[]>(IMPACT, [
    live.map(({ id }) => id).join(','),
  ]);
  return new Map(
    rows.map(({ id, failures, total, minutes }) => [id, { failures, share: shareOf({ failures, total }), minutes }]),
  );
}
