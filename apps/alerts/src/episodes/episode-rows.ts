import type { EntityManager } from '@mikro-orm/postgresql';
import type { Episode as EpisodeRow, EpisodeEntry as EntryRow, Person } from '@portico/contracts/http/episodes';
import { Organization } from '@portico/messaging';
import { Integration } from '../directory/integration.entity.ts';
import { namesOf, type Names } from '../directory/names.ts';
import type { LeastRole } from '../directory/scopes.ts';
import { maintenanceOf } from '../maintenance/covering.ts';
import { User } from '../directory/user.entity.ts';
import type { Episode } from './episode.entity.ts';
import type { EpisodeEntry } from './episode-entry.entity.ts';
import { eventsOf } from './episode-events.ts';
import { impactsOf } from './impact.ts';
import { furtherOf } from './marks.ts';

const DAY = 24 * 60 * 60 * 1_000;
const isoOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;

const personOf = (names: Names, id: number | null | undefined): Person | null =>
  id === null || id === undefined ? null : { id, name: names.get(id) ?? null };

/** Returns an assignee's name. The text is a user id, or a name if the previous release, which may still run, wrote the entry. */
const assignedTo = (names: Names, text: string): string =>
  /^\d+$/.test(text) ? (names.get(Number(text)) ?? (text === '0' ? 'someone' : `deleted user ${text}`)) : text;

/** @param hasRole - whether the caller has at least a given role in an organization. */
export async function episodeRows(
  em: EntityManager,
  episodes: readonly Episode[],
  hasRole: (least: LeastRole, organizationId: number) => boolean,
): Promise<EpisodeRow[]> {
  const now = new Date();
  const organizations = await namesOf(
    em,
    Organization,
    episodes.map(({ organizationId }) => organizationId),
  );
  const integrations = await namesOf(
    em,
    Integration,
    episodes.map(({ integrationId }) => integrationId),
  );
  const users = await namesOf(
    em,
    User,
    episodes.flatMap((one) => [one.acknowledgedBy, one.assigneeId]),
  );
  const further = new Map<number, number>();
  for (const one of episodes)
    if (one.scope === 'further' && one.isLive()) further.set(one.id, (await furtherOf(em, one, now)).failing);
  const windowOf = await maintenanceOf(em, now.getTime());
  const impacts = await impactsOf(em, episodes);
  return episodes.map((episode) => {
    const by = personOf(users, episode.acknowledgedBy);
    const { acknowledgedAt, mutedUntil, flappingAt } = episode;
    return {
      id: episode.id,
      organizationId: episode.organizationId,
      organization: organizations.get(episode.organizationId) ?? null,
      integrationId: episode.integrationId,
      integration: integrations.get(episode.integrationId) ?? null,
      eventName: episode.eventName,
      subject: episode.subject ?? null,
      furtherSubjects: episode.scope === 'further' ? (further.get(episode.id) ?? 0) : null,
      state: episode.state,
      openedAt: episode.openedAt.toISOString(),
      firstFailureAt: episode.firstFailureAt.toISOString(),
      lastFailureAt: episode.lastFailureAt.toISOString(),
      lastSuccessAt: isoOf(episode.lastSuccessAt),
      closesAt: isoOf(episode.closesAt),
      closedAt: isoOf(episode.closedAt),
      closeReason: episode.closeReason ?? null,
      flaps: episode.flaps,
      isFlapping: episode.isLive() && !!flappingAt && flappingAt.getTime() > now.getTime() - DAY,
      acknowledged: acknowledgedAt ? { by, at: acknowledgedAt.toISOString() } : null,
      assignee: personOf(users, episode.assigneeId),
      note: episode.note ?? null,
      mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
      maintenance: windowOf(episode),
      troubleAt: isoOf(episode.troubleAt),
      impact: impacts.get(episode.id) ?? null,
      events: eventsOf(episode),
      canChange: hasRole('manager', episode.organizationId),
      canOperate: hasRole('operator', episode.organizationId),
    };
  });
}

export async function timelineRows(em: EntityManager, entries: readonly EpisodeEntry[]): Promise<EntryRow[]> {
  const users = await namesOf(
    em,
    User,
    entries.flatMap(({ kind, userId, text }) => [userId, kind === 'assigned' && text ? Number(text) || null : null]),
  );
  return entries.map(({ id, kind, at, userId, text }) => ({
    id,
    kind,
    at: at.toISOString(),
    by: personOf(users, userId),
    text: kind === 'assigned' && text ? assignedTo(users, text) : (text ?? null),
  }));
}
