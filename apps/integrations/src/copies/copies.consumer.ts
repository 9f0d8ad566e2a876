import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged } from '@portico/contracts/events/identity';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { DomainEventConsumer } from '@portico/messaging';
import { membershipsCopy, organizationsCopy, usersCopy } from './copies.ts';

/** Updates this service's copies of data that other services own. */
@Controller()
export class CopiesConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(organizationChanged.topic)
  organization(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, organizationsCopy.keep);
  }

  @EventPattern(membershipChanged.topic)
  membership(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, membershipsCopy.keep);
  }

  @EventPattern(userChanged.topic)
  user(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, usersCopy.keep);
  }
}
