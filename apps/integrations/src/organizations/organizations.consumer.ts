import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { organizationChanged, type OrganizationState } from '@portico/contracts/events/orgs';
import { DomainEventConsumer } from '@portico/messaging';

/** Keeps the copy of organizations. States may come twice or late: only a newer version changes the row. */
@Controller()
export class OrganizationsConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(organizationChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, keepCopy);
  }
}

async function keepCopy(em: EntityManager, { id, name, version, deletedAt }: OrganizationState): Promise<void> {
  await em.execute(
    `insert into organizations (id, name, version, deleted_at) values (?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, version = excluded.version, deleted_at = excluded.deleted_at
     where organizations.version < excluded.version`,
    [id, name, version, deletedAt],
  );
}
