import { z } from 'zod/mini';
import { AggregateState, type StateTopic } from './domain-event.ts';

/** `open`: events fail. `recovering`: the newest event succeeded, and Portico waits for new failures. `closed`, `expired`: ended. */
export const EPISODE_STATES = ['open', 'recovering', 'closed', 'expired'] as const;

/**
 * A failure episode: events of one name of one integration fail until one succeeds. Times in UTC. `firstFailureAt`: the first failure
 * after the last success. `lastFailureAt`, `lastSuccessAt`: as known when this version was published. `closedAt`: null until the
 * episode ends. `subject`: the subject of the episode's events; null for any subject.
 */
export const EpisodeState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  integrationId: z.int().check(z.positive()),
  eventName: z.string(),
  subject: z.optional(z.nullable(z.string())),
  state: z.enum(EPISODE_STATES),
  firstFailureAt: z.string(),
  lastFailureAt: z.string(),
  lastSuccessAt: z.nullable(z.string()),
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
