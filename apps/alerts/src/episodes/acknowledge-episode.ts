import type { EntityManager } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { Outbox } from '@portico/messaging';
import { noteChange } from '../live/changes.ts';
import { addEntry } from './apply-step.ts';
import type { Episode } from './episode.entity.ts';

/** The user who acknowledged an episode; `userId` is null for the link of a shared channel. */
type By = { userId: number | null; text?: string };

const outbox = new Outbox();

export async function publishEpisode(em: EntityManager, episode: Episode): Promise<void> {
  episode.raiseVersion();
  outbox.add(em, episodeChanged, episode.toState());
  await em.flush();
  await noteChange(em, { what: 'episodes', organizationId: episode.organizationId });
}

/** Acknowledges an episode that the caller has locked. @returns false if the episode was acknowledged before. */
export function takeEpisode(em: EntityManager, episode: Episode, { userId, text }: By, now: Date): boolean {
  if (episode.acknowledgedAt) return false;
  episode.acknowledgedAt = now;
  episode.acknowledgedBy = userId;
  addEntry(em, episode, 'acknowledged', now, { userId, text: text ?? null });
  return true;
}
