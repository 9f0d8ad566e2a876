import { usageChanged } from '@portico/contracts/events/usage';
import { copiesConsumer, copyOf } from '@portico/messaging';

/** The copy of usage, which the report to Stripe reads. */
export const usageCopy = copyOf(usageChanged, {
  table: 'usage_periods',
  columns: {
    organization_id: ({ organizationId }) => organizationId,
    lookup_key: ({ lookupKey }) => lookupKey,
    starts_at: ({ startsAt }) => startsAt,
    ends_at: ({ endsAt }) => endsAt,
    state: ({ state }) => state,
    used: ({ used }) => used,
  },
});

export const UsageConsumer = copiesConsumer(usageCopy);
