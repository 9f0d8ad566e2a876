import { z } from 'zod/mini';
import { IdParams } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';

/** Most minutes for which a recovering episode is watched before it is over. */
export const MAX_SETTLE_MINUTES = 24 * 60;
/** Most failures and minutes of a threshold. */
export const MAX_TROUBLE_FAILURES = 10_000;
export const MAX_TROUBLE_MINUTES = 60;

/** At least so many failures, and so many percent of the event's arrivals, within so many minutes. */
export const TroubleThreshold = z.object({
  failures: z.int().check(z.minimum(1), z.maximum(MAX_TROUBLE_FAILURES)),
  share: z.int().check(z.minimum(0), z.maximum(100)),
  minutes: z.int().check(z.minimum(1), z.maximum(MAX_TROUBLE_MINUTES)),
});
export type TroubleThreshold = z.infer<typeof TroubleThreshold>;

/** What of the event's arrivals failed within the last `minutes`; `share` in percent. */
export const EpisodeImpact = z.object({
  failures: z.int().check(z.minimum(0)),
  share: z.number().check(z.minimum(0), z.maximum(100)),
  minutes: z.int().check(z.minimum(1)),
});
export type EpisodeImpact = z.infer<typeof EpisodeImpact>;

/**
 * `minutes`: for which a recovering episode is watched. `trouble`: when an episode sends notices; a request without it leaves the
 * threshold as it is.
 */
export const EpisodeSettling = z.object({
  minutes: z.int().check(z.minimum(0), z.maximum(MAX_SETTLE_MINUTES)),
  trouble: z.optional(TroubleThreshold),
});
export type EpisodeSettling = z.infer<typeof EpisodeSettling>;
export const setEpisodeSettling = endpoint({
  method: 'PUT',
  path: '/episodes/integrations/{id}/settling',
  audit: { action: 'integration.settling' },
  summary:
    "How long an integration's recovering episodes are watched before they are over, and from which threshold on its episodes send notices",
  params: IdParams,
  body: EpisodeSettling,
  response: EpisodeSettling,
});
