import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import {
  membershipChanged,
  type MembershipState,
  organizationChanged,
  type OrganizationState,
} from '@portico/contracts/events/orgs';
import { DomainEventConsumer } from '@portico/messaging';

/** Keeps the copies of organizations and memberships. States may come twice or late: only a newer version changes a row. */
@Controller()
export class OrganizationsConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(organizationChanged.topic)
  organizationChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, keepOrganization);
  }

  @EventPattern(membershipChanged.topic)
  membershipChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, keepMembership);
  }
}

async function keepOrganization(em: EntityManager, state: OrganizationState): Promise<void> {
  await em.execute(
    `insert into organizations (id, name, version, deleted_at) values (?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, version = excluded.version, deleted_at = excluded.deleted_at
     where organizations.version < excluded.version`,
    [state.id, state.name, state.version, state.deletedAt],
  );
}

async function keepMembership(em: EntityManager, state: MembershipState): Promise<void> {
  const { id, userId, organizationId, approved, role, version, deletedAt } = state;
  await em.execute(
    `insert into memberships (id, user_id, organization_id, approved, role, version, deleted_at)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set approved = excluded.approved, role = excluded.role, version = excluded.version,
       deleted_at = excluded.deleted_at
     where memberships.version < excluded.version`,
    [id, userId, organizationId, approved, role, version, deletedAt],
  );
}
