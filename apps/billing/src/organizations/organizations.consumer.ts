import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { copyOfOrganizations, DomainEventConsumer, membershipsCopy } from '@portico/messaging';

export const organizationsCopy = copyOfOrganizations();

/** Maintains the copies of organizations and memberships. */
@Controller()
export class OrganizationsConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(organizationChanged.topic)
  organizationChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, organizationsCopy.keep);
  }

  @EventPattern(membershipChanged.topic)
  membershipChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, membershipsCopy.keep);
  }
}
