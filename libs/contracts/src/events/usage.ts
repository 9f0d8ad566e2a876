import { z } from 'zod/mini';
import { AggregateState, type StateTopic } from './domain-event.ts';

/** States of a period: `running`, then `closing` until all events that arrived in the period are stored, then `frozen`. */
export const PERIOD_STATES = ['running', 'closing', 'frozen'] as const;

const Decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));

/** An organization's use of an entitlement in a period. `version` grows when any of these fields changes. */
export const UsageState = z.extend(AggregateState, {
  organizationId: z.int().check(z.positive()),
  lookupKey: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(PERIOD_STATES),
  /** The result of counting `events`. */
  value: Decimal,
  /** `value` plus the adjustments. A frozen period may still get adjustments. */
  used: Decimal,
  events: z.int().check(z.minimum(0)),
});
export type UsageState = z.infer<typeof UsageState>;

export const usageChanged: StateTopic<UsageState> = {
  topic: 'orgs.usage.v1',
  source: '/orgs',
  type: 'orgs.usage.changed',
  data: UsageState,
};
