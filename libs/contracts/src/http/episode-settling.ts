import { z } from 'zod/mini';
import { Count, IdParams } from '../common/ids.ts';
import { endpoint } from './endpoint.ts';

/** Maximum minutes that a recovering episode must stay without failures before it closes. */
export const MAX_SETTLE_MINUTES = 24 * 60;
/** Maximum `failures` of a {@link TroubleThreshold}. */
export const MAX_TROUBLE_FAILURES = 10_000;
/** Maximum `minutes` of a {@link TroubleThreshold}. */
export const MAX_TROUBLE_MINUTES = 60;

/** A threshold: at least `failures` failures within `minutes` minutes, which are at least `share` percent of the event's arrivals. */
export const TroubleThreshold = z.object({
  failures: z.int().check(z.minimum(1), z.maximum(MAX_TROUBLE_FAILURES)),
  share: z.int().check(z.minimum(0), z.maximum(100)),
  minutes: z.int().check(z.minimum(1), z.maximum(MAX_TROUBLE_MINUTES)),
});
export type TroubleThreshold = z.infer<typeof TroubleThreshold>;

/** Number of failures among the event's arrivals in the last `minutes`; `share` in percent. */
export const EpisodeImpact = z.object({
  failures: Count,
  share: z.number().check(z.minimum(0), z.maximum(100)),
  minutes: z.int().check(z.minimum(1)),
});
export type EpisodeImpact = z.infer<typeof EpisodeImpact>;

/** `minutes`: how long a recovering episode stays open. `trouble`: the threshold for notices; unchanged if absent. */
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
    "Set how long an integration's recovering episodes stay open, and the threshold from which its episodes send notices",
  params: IdParams,
  body: EpisodeSettling,
  response: EpisodeSettling,
});
