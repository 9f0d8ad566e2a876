import { z } from 'zod/mini';
import { AggregateState, type StateTopic } from './domain-event.ts';

/** `open`: events fail. `recovering`: the newest event succeeded, and Portico waits for new failures. `closed`, `expired`: ended. */
export const EPISODE_STATES = ['open', 'recovering', 'closed', 'expired'] as const;

/** A failure episode: events of one name of one integration fail until one succeeds. Times in UTC. */
export const EpisodeState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  integrationId: z.int().check(z.positive()),
  eventName: z.string(),
  /** The subject of the episode's events; null or absent for any subject. */
  subject: z.optional(z.nullable(z.string())),
  state: z.enum(EPISODE_STATES),
  /** The first failure after the last success. */
  firstFailureAt: z.string(),
  /** The last failure that was known when this version was published. */
  lastFailureAt: z.string(),
  /** The last success that was known when this version was published. */
  lastSuccessAt: z.nullable(z.string()),
  /** Null until the episode ends. */
  closedAt: z.nullable(z.string()),
  flaps: z.int().check(z.minimum(0)),
});
export type EpisodeState = z.infer<typeof EpisodeState>;

export const episodeChanged: StateTopic<EpisodeState> = {
  topic: 'alerts.episode.v1',
  source: '/alerts',
  type: 'alerts.episode.changed',
  data: EpisodeState,
};
