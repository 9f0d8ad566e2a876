import { z } from 'zod/mini';

/**
 * What the shared topic, whose senders are not authenticated, may do for an integration. `open` accepts events. `observe` accepts and
 * lists them, but they open no episode or alert and end no silence. `enforce` rejects them (`use_your_own_door`). Sorted by
 * strictness.
 */
export const TRUSTS = ['open', 'observe', 'enforce'] as const;
export const Trust = z.enum(TRUSTS);
export type Trust = (typeof TRUSTS)[number];

/** Publishing limits of an integration's doors: events per minute, and bytes per UTC day. */
export const Quota = z.object({
  eventsPerMinute: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  bytesPerDay: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000_000)),
});
export type Quota = z.infer<typeof Quota>;
export const DEFAULT_QUOTA: Quota = { eventsPerMinute: 6_000, bytesPerDay: 1_073_741_824 };
