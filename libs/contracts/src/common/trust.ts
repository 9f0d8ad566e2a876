import { z } from 'zod/mini';

/**
 * How Portico treats an integration's events on the shared topic, whose senders are not authenticated. `open` accepts these events.
 * `observe` accepts and lists these events, but they open no episode, send no alert and end no silence. `enforce` rejects these events
 * (`use_your_own_door`). Sorted by strictness.
 */
export const TRUSTS = ['open', 'observe', 'enforce'] as const;
export const Trust = z.enum(TRUSTS);
export type Trust = (typeof TRUSTS)[number];

/** Limits for an integration's authenticated events: events per minute, and bytes per UTC day. */
export const Quota = z.object({
  eventsPerMinute: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  bytesPerDay: z.int().check(z.minimum(1), z.maximum(1_000_000_000_000_000)),
});
export type Quota = z.infer<typeof Quota>;
export const DEFAULT_QUOTA: Quota = { eventsPerMinute: 6_000, bytesPerDay: 1_073_741_824 };
