import type { EntityManager } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import type { FirstFailure } from '@portico/contracts/events/activity';
import type { EPISODE_ENTRIES } from '@portico/contracts/http/episodes';
import { Outbox } from '@portico/messaging';
import { noteChange } from '../live/changes.ts';
import type { TransitionKind } from '../transitions/transition.entity.ts';
import { addTransition, type Audience } from '../transitions/transitions.ts';
import { Episode } from './episode.entity.ts';
import { EpisodeEntry } from './episode-entry.entity.ts';
import type { Marks } from './next-step.ts';

/** An episode that reopens more often than this within 24 hours counts as flapping. */
const FLAPPING_FROM = 20;
const DAY = 24 * 60 * 60 * 1_000;
const MINUTE = 60_000;

export type EpisodeKey = Pick<Episode, 'organizationId' | 'integrationId' | 'eventName' | 'scope'> & {
  subject: string | null;
};
type CloseReason = NonNullable<Episode['closeReason']>;
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

/**
 * A change of an episode. `kind`: the transition that notices report, or null. `reached`: ids of the rules whose own trouble
 * threshold this change reached.
 */
export type EpisodeChange = {
  episode: Episode;
  entries: readonly EntryKind[];
  kind: TransitionKind | null;
  reached?: readonly number[];
  /** When the change happened, by event time if known. */
  at: Date;
  text?: string;
};

/** Records changes in the caller's transaction, for other services, viewers and notices. */
export async function publishChanges(em: EntityManager, changes: readonly EpisodeChange[], now: Date): Promise<void> {
  // Flushes first, so that new rows have ids.
  await em.flush();
  for (const change of changes) {
    const { episode, entries, text = null } = change;
    for (const entry of entries) addEntry(em, episode, entry, now, { text });
    outbox.add(em, episodeChanged, episode.toState());
    noteTransitions(em, change);
  }
  await em.flush();
  for (const organizationId of new Set(changes.map(({ episode }) => episode.organizationId)))
    await noteChange(em, { what: 'episodes', organizationId });
}

/**
 * Adds the transitions of a change. Rules whose threshold the change reached may report the beginning of the episode. Rules whose
 * threshold the episode reached before may report all other transitions.
 */
function noteTransitions(em: EntityManager, { episode, kind, reached = [], at }: EpisodeChange): void {
  const { snapshot, ...transition } = transitionOf(episode);
  const note = (one: TransitionKind, audience: Audience, moment = at): void =>
    addTransition(em, { ...transition, kind: one, at: moment, snapshot: { ...snapshot, audience } });
  const isUsual = kind === 'episode.opened';
  if (isUsual || reached.length > 0) note('episode.opened', { isUsual, rules: [...reached] }, episode.firstFailureAt);
  if (kind !== null && !isUsual) note(kind, { isUsual: !!episode.troubleAt, rules: episode.reachedRules });
}

const transitionOf = (episode: Episode) => ({
  subject: `episode:${episode.id}`,
  organizationId: episode.organizationId,
  integrationId: episode.integrationId,
  eventName: episode.eventName,
  severity: episode.firstFailure?.severity ?? null,
  snapshot: {
    firstFailureAt: episode.firstFailureAt.toISOString(),
    eventSubject: episode.subject || null,
    closedAt: episode.closedAt?.toISOString() ?? null,
    closeReason: episode.closeReason ?? null,
    flaps: episode.flaps,
  },
});

export function toFailure(first: FirstFailure): NonNullable<Episode['firstFailure']> {
  const { trace_id: traceId, at: _, ...failure } = first;
  return { ...failure, traceId };
}

/** Opens an episode. @param first - first failure of the activity record; ignored if a success followed. */
export function openEpisode(
  em: EntityManager,
  key: EpisodeKey,
  { marks, first }: { marks: Marks; first?: FirstFailure | undefined },
  now: Date,
): EpisodeChange {
  const failureAt = marks.failureAt ?? now;
  const known = first && (!marks.successAt || new Date(first.at) > marks.successAt) ? first : null;
  const episode = em.create(Episode, {
    ...key,
    state: 'open',
    openedAt: now,
    firstFailureAt: known ? new Date(known.at) : failureAt,
    lastFailureAt: failureAt,
    lastSuccessAt: marks.successAt,
    flaps: 0,
    firstFailure: known && toFailure(known),
    troubleAt: null,
    reachedRules: [],
    lookedUpAt: now,
    publishedFailureAt: failureAt,
    publishedSuccessAt: marks.successAt,
    version: 1,
  });
  em.persist(episode);
  return { episode, entries: ['opened'], kind: null, at: failureAt };
}

export function recoverEpisode(
  episode: Episode,
  marks: Marks,
  { settleMinutes, now }: { settleMinutes: number; now: Date },
): EpisodeChange {
  touchEpisode(episode, marks);
  episode.state = 'recovering';
  episode.closesAt = new Date(now.getTime() + settleMinutes * MINUTE);
  Object.assign(episode, { endingAt: now, endingAttempts: 0 });
  episode.raiseVersion();
  return { episode, entries: ['recovering'], kind: null, at: now };
}

export async function reopenEpisode(
  em: EntityManager,
  episode: Episode,
  marks: Marks,
  now: Date,
): Promise<EpisodeChange> {
  touchEpisode(episode, marks);
  episode.state = 'open';
  episode.closesAt = null;
  episode.flaps += 1;
  episode.raiseVersion();
  const since = new Date(now.getTime() - DAY);
  const reopenings =
    1 + (await em.count(EpisodeEntry, { episodeId: episode.id, kind: 'reopened', at: { $gt: since } }));
  const isFlapping = reopenings > FLAPPING_FROM;
  const begins = isFlapping && (episode.flappingAt ?? since) <= since;
  if (isFlapping) episode.flappingAt = now;
  return {
    episode,
    entries: begins ? ['reopened', 'flapping'] : ['reopened'],
    kind: begins && episode.isNotified() ? 'episode.flapping' : null,
    at: now,
  };
}

const TEXTS: Partial<Record<CloseReason, string>> = {
  integration_deleted: 'The integration was deleted',
  regrouped: 'Grouping by subject was changed',
};

/** Closes an episode. @param at - time of the last success, or of the deletion. */
export function closeEpisode(episode: Episode, reason: CloseReason, at: Date): EpisodeChange {
  episode.state = reason === 'expired' ? 'expired' : 'closed';
  episode.closesAt = null;
  episode.closedAt = at;
  episode.closeReason = reason;
  episode.raiseVersion();
  return {
    episode,
    entries: [reason === 'expired' ? 'expired' : 'closed'],
    kind: episode.isNotified() ? 'episode.closed' : null,
    at,
    ...(TEXTS[reason] && { text: TEXTS[reason] }),
  };
}

export const touchEpisode = (episode: Episode, { failureAt, successAt }: Marks): void => {
  if (failureAt !== null && failureAt > episode.lastFailureAt) episode.lastFailureAt = failureAt;
  if (successAt !== null && (!episode.lastSuccessAt || successAt > episode.lastSuccessAt))
    episode.lastSuccessAt = successAt;
};
