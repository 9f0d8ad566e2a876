import type { EntityManager } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { Outbox } from '@portico/messaging';
import { noteChange } from '../live/changes.ts';
import { addEntry } from './apply-step.ts';
import type { Episode } from './episode.entity.ts';

/** Who did it; null for the link of a channel that many read. */
type By = { userId: number | null; text?: string };

const outbox = new Outbox();

/** What people changed of an episode becomes known with the change. */
export async function publishEpisode(em: EntityManager, episode: Episode): Promise<void> {
  episode.raiseVersion();
  outbox.add(em, episodeChanged, episode.toState());
  await em.flush();
  await noteChange(em, { what: 'episodes', organizationId: episode.organizationId });
}

/** Takes a locked episode. @returns false when somebody has already. */
export function takeEpisode(em: EntityManager, episode: Episode, { userId, text }: By, now: Date): boolean {
  if (episode.acknowledgedAt) return false;
  episode.acknowledgedAt = now;
  episode.acknowledgedBy = userId;
  addEntry(em, episode, 'acknowledged', now, { userId, text: text ?? null });
  return true;
}
