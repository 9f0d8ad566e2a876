import { z } from 'zod/mini';

/**
 * What the shared topic, where nobody proves who sent an event, may do for an integration: `open` accepts it, `observe`
 * accepts and lists it, but it opens no episode or alert and ends no silence; `enforce` rejects it (`use_your_own_door`). The higher
 * ones come later.
 */
export const TRUSTS = ['open', 'observe', 'enforce'] as const;
export const Trust = z.enum(TRUSTS);
export type Trust = (typeof TRUSTS)[number];

/** How much an integration may publish through its doors: events in a minute, and bytes in a day of UTC. */
export const Quota = z.object({
  eventsPerMinute: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  bytesPerDay: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000_000)),
});
export type Quota = z.infer<typeof Quota>;
export const DEFAULT_QUOTA: Quota = { eventsPerMinute: 6_000, bytesPerDay: 1_073_741_824 };
