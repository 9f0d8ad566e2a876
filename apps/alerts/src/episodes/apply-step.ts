import type { EntityManager } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import type { EPISODE_ENTRIES } from '@portico/contracts/http/episodes';
import { Outbox } from '@portico/messaging';
import { noteChange } from '../live/changes.ts';
import type { TransitionKind } from '../transitions/transition.entity.ts';
import { addTransition } from '../transitions/transitions.ts';
import { Episode } from './episode.entity.ts';
import { EpisodeEntry } from './episode-entry.entity.ts';
import type { Marks } from './next-step.ts';

/** So often has an episode to fail again within 24 hours to be called flapping. */
export const FLAPPING_FROM = 20;
const DAY = 24 * 60 * 60 * 1_000;
const MINUTE = 60_000;

export type EpisodeKey = { organizationId: number; integrationId: number; eventName: string };
type EntryKind = (typeof EPISODE_ENTRIES)[number];

const outbox = new Outbox();

export const addEntry = (
  em: EntityManager,
  { id }: Pick<Episode, 'id'>,
  kind: EntryKind,
  at: Date,
  { userId = null, text = null }: { userId?: number | null; text?: string | null } = {},
): void => {
  em.persist(em.create(EpisodeEntry, { episodeId: id, kind, at, userId, text }));
};

/** What changed of an episode becomes known with the change: to other services, to viewers, and to who wants a notice. */
async function publish(em: EntityManager, episode: Episode, kind: TransitionKind | null, at: Date): Promise<void> {
  await em.flush();
  outbox.add(em, episodeChanged, episode.toState());
  if (kind !== null) {
    const { organizationId, integrationId, eventName, flaps } = episode;
    addTransition(em, {
      kind,
      subject: `episode:${episode.id}`,
      organizationId,
      integrationId,
      eventName,
      severity: episode.firstFailure?.severity ?? null,
      at,
      snapshot: {
        firstFailureAt: episode.firstFailureAt.toISOString(),
        closedAt: episode.closedAt?.toISOString() ?? null,
        closeReason: episode.closeReason,
        flaps,
      },
    });
  }
  await em.flush();
  await noteChange(em, { what: 'episodes', organizationId: episode.organizationId });
}

export async function openEpisode(em: EntityManager, key: EpisodeKey, marks: Marks, now: Date): Promise<void> {
  const failureAt = marks.failureAt ?? now;
  const episode = em.create(Episode, {
    ...key,
    state: 'open',
    openedAt: now,
    firstFailureAt: failureAt,
    lastFailureAt: failureAt,
    lastSuccessAt: marks.successAt,
    closesAt: null,
    closedAt: null,
    closeReason: null,
    flaps: 0,
    flappingAt: null,
    acknowledgedBy: null,
    acknowledgedAt: null,
    assigneeId: null,
    note: null,
    mutedUntil: null,
    firstFailure: null,
    lookedUpAt: null,
    version: 1,
  });
  em.persist(episode);
  await em.flush();
  addEntry(em, episode, 'opened', now);
  await publish(em, episode, 'episode.opened', failureAt);
}

export async function recoverEpisode(
  em: EntityManager,
  episode: Episode,
  marks: Marks,
  { settleMinutes, now }: { settleMinutes: number; now: Date },
): Promise<void> {
  touchEpisode(episode, marks);
  episode.state = 'recovering';
  episode.closesAt = new Date(now.getTime() + settleMinutes * MINUTE);
  episode.version += 1;
  addEntry(em, episode, 'recovering', now);
  await publish(em, episode, null, now);
}

export async function reopenEpisode(em: EntityManager, episode: Episode, marks: Marks, now: Date): Promise<void> {
  touchEpisode(episode, marks);
  episode.state = 'open';
  episode.closesAt = null;
  episode.flaps += 1;
  episode.version += 1;
  addEntry(em, episode, 'reopened', now);
  const since = new Date(now.getTime() - DAY);
  const lately = 1 + (await em.count(EpisodeEntry, { episodeId: episode.id, kind: 'reopened', at: { $gt: since } }));
  const begins = lately > FLAPPING_FROM && (episode.flappingAt ?? since) <= since;
  if (lately > FLAPPING_FROM) episode.flappingAt = now;
  if (begins) addEntry(em, episode, 'flapping', now);
  await publish(em, episode, begins ? 'episode.flapping' : null, now);
}

/** @param at - when it was over: of the success, or of the deletion. */
export async function closeEpisode(
  em: EntityManager,
  episode: Episode,
  reason: 'recovered' | 'expired' | 'integration_deleted',
  at: Date,
  now: Date,
): Promise<void> {
  episode.state = reason === 'expired' ? 'expired' : 'closed';
  episode.closesAt = null;
  episode.closedAt = at;
  episode.closeReason = reason;
  episode.version += 1;
  addEntry(em, episode, reason === 'expired' ? 'expired' : 'closed', now, {
    text: reason === 'integration_deleted' ? 'The integration was deleted' : null,
  });
  await publish(em, episode, 'episode.closed', at);
}

/** Takes over newer moments of the marks. */
export const touchEpisode = (episode: Episode, { failureAt, successAt }: Marks): void => {
  if (failureAt !== null && failureAt > episode.lastFailureAt) episode.lastFailureAt = failureAt;
  if (successAt !== null && (!episode.lastSuccessAt || successAt > episode.lastSuccessAt))
    episode.lastSuccessAt = successAt;
};
