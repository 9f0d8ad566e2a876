import type { EntityManager } from '@mikro-orm/postgresql';
import { closeEpisode, type EpisodeChange, recoverEpisode, reopenEpisode, touchEpisode } from './apply-step.ts';
import type { Episode } from './episode.entity.ts';
import type { Marks, Step } from './next-step.ts';

export const LIVE_STATES = ['open', 'recovering'] as const;

export const liveStateOf = (episode: Episode | null | undefined): 'open' | 'recovering' | null =>
  episode ? (episode.state === 'recovering' ? 'recovering' : 'open') : null;

/** Recovers, reopens or closes an existing episode, and returns the changes. Returns no changes for any other step. */
export async function take(
  em: EntityManager,
  step: Step,
  episode: Episode,
  marks: Marks,
  at: { settleMinutes: number; now: Date },
): Promise<EpisodeChange[]> {
  if (step === 'recover') return [recoverEpisode(episode, marks, at)];
  if (step === 'reopen') return [await reopenEpisode(em, episode, marks, at.now)];
  if (step !== 'close') return [];
  touchEpisode(episode, marks);
  return [closeEpisode(episode, 'recovered', marks.successAt ?? at.now)];
}
