import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { usageChanged } from '@portico/contracts/events/usage';
import { copyOf, DomainEventConsumer } from '@portico/messaging';

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

/** Maintains the copy of usage, which the report to Stripe reads. */
@Controller()
export class UsageConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(usageChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(usageChanged, payload, context, usageCopy.keep);
  }
}
