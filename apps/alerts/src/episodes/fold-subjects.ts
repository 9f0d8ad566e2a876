import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { MAX_SUBJECT_EPISODES } from '@portico/contracts/http/episodes';
import { type EpisodeChange, type EpisodeKey, openEpisode, touchEpisode } from './apply-step.ts';
import { Episode } from './episode.entity.ts';
import { type Marks, nextStep } from './next-step.ts';
import { type Changed, furtherOf } from './marks.ts';
import { LIVE_STATES, liveStateOf, take } from './take-step.ts';

/** First key of the PostgreSQL advisory locks per integration; the second key is the integration's id. */
const LOCK = 65;

type At = { settleOf: (integration: number) => number; now: Date };

const kindOf = ({ organizationId, integrationId, eventName }: EpisodeKey | Episode): string =>
  `${organizationId}:${integrationId}:${eventName}`;
const keyOf = (key: EpisodeKey | Episode): string => JSON.stringify([kindOf(key), key.subject]);

/**
 * Opens, changes and closes the episodes of subjects. The number of live subject episodes per integration is limited. Above the
 * limit, further failing subjects of one event name share one episode, which closes when all of these subjects have recovered.
 */
export async function foldSubjects(em: EntityManager, changed: readonly Changed[], at: At): Promise<EpisodeChange[]> {
  if (changed.length === 0) return [];
  const integrations = [...new Set(changed.map(({ key }) => key.integrationId))].toSorted((a, b) => a - b);
  // Each process locks the `episode_subject_marks` rows before this lock, so the two locks cannot deadlock.
  for (const id of integrations) await em.execute('select pg_advisory_xact_lock(?, ?)', [LOCK, id]);
  const live = await liveOf(em, changed);
  const room = await roomOf(em, integrations);
  const changes: EpisodeChange[] = [];
  const kinds = new Map<string, { key: EpisodeKey; isFull: boolean }>();
  for (const { key, marks, first } of changed) {
    const episode = live.get(keyOf(key));
    const when = { settleMinutes: at.settleOf(key.integrationId), now: at.now };
    const step = nextStep(liveStateOf(episode), marks, when);
    const kind = kinds.get(kindOf(key)) ?? { key: { ...key, scope: 'further', subject: null }, isFull: false };
    kinds.set(kindOf(key), kind);
    if (step === 'touch' && episode) touchEpisode(episode, marks);
    else if (episode) changes.push(...(await take(em, step, episode, marks, when)));
    else if (step === 'open') {
      const left = room.get(key.integrationId) ?? 0;
      if (left <= 0) kind.isFull = true;
      else {
        room.set(key.integrationId, left - 1);
        changes.push(openEpisode(em, key, { marks, first }, at.now));
      }
    }
  }
  // Writes the new subject episodes first, because `rollUp` reads them to exclude their subjects.
  await em.flush();
  for (const { key, isFull } of kinds.values()) changes.push(...(await rollUp(em, key, isFull, at)));
  return changes;
}

async function liveOf(em: EntityManager, changed: readonly Changed[]): Promise<Map<string, Episode>> {
  const keys = new Set(changed.map(({ key }) => keyOf(key)));
  const integrationId = { $in: [...new Set(changed.map(({ key }) => key.integrationId))] };
  const subject = { $in: [...new Set(changed.flatMap(({ key }) => key.subject ?? []))] };
  const episodes = await em.find(
    Episode,
    { integrationId, subject, scope: 'subject', state: { $in: [...LIVE_STATES] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  return new Map(episodes.filter((one) => keys.has(keyOf(one))).map((one) => [keyOf(one), one]));
}

async function roomOf(em: EntityManager, integrations: readonly number[]): Promise<Map<number, number>> {
  const room = new Map<number, number>();
  for (const integrationId of integrations) {
    const count = await em.count(Episode, { integrationId, scope: 'subject', state: { $in: [...LIVE_STATES] } });
    room.set(integrationId, MAX_SUBJECT_EPISODES - count);
  }
  return room;
}

/** Opens, changes or closes the episode that the subjects above the limit share. */
async function rollUp(em: EntityManager, key: EpisodeKey, isFull: boolean, at: At): Promise<EpisodeChange[]> {
  const episode = await em.findOne(
    Episode,
    { ...key, state: { $in: [...LIVE_STATES] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!episode && !isFull) return [];
  const { failing, first, last } = await furtherOf(em, key, at.now);
  const marks: Marks = failing > 0 ? { failureAt: last, successAt: null } : { failureAt: null, successAt: at.now };
  const when = { settleMinutes: at.settleOf(key.integrationId), now: at.now };
  const step = nextStep(liveStateOf(episode), marks, when);
  if (episode && step === 'touch' && failing > 0) touchEpisode(episode, marks);
  if (episode) return step === 'touch' ? [] : take(em, step, episode, marks, when);
  if (step !== 'open') return [];
  const change = openEpisode(em, key, { marks: { failureAt: first, successAt: null } }, at.now);
  touchEpisode(change.episode, marks);
  return [change];
}
