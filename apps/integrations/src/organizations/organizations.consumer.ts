import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { copyOfOrganizations, DomainEventConsumer } from '@portico/messaging';

export const organizationsCopy = copyOfOrganizations();

/** Keeps the copy of organizations. */
@Controller()
export class OrganizationsConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(organizationChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, organizationsCopy.keep);
  }
}
