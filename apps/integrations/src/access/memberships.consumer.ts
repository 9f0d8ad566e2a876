import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { membershipChanged } from '@portico/contracts/events/orgs';
import { DomainEventConsumer, membershipsCopy } from '@portico/messaging';

/** Keeps the copy of memberships. */
@Controller()
export class MembershipsConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(membershipChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, membershipsCopy.keep);
  }
}
