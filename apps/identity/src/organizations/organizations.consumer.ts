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
import { UsersService } from '../users/users.service.ts';

/**
 * Keeps the copies of organizations and memberships. States may come twice or late: only a newer version changes a row. What was
 * shared with an organization ends with it. A lead who is let in by an invitation is a client, whose dashboard shows it.
 */
@Controller()
export class OrganizationsConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly users: UsersService,
  ) {}

  @EventPattern(organizationChanged.topic)
  organizationChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, keepOrganization);
  }

  @EventPattern(membershipChanged.topic)
  membershipChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, async (em, state) => {
      const begins = await beginsByInvitation(em, state);
      await keepMembership(em, state);
      if (begins) await this.users.becomeClient(em, state.userId);
    });
  }
}

/** Whether somebody is let in by an invitation, and this is the first state to say so. */
async function beginsByInvitation(em: EntityManager, state: MembershipState): Promise<boolean> {
  if (state.invited !== true || !state.approved || state.deletedAt !== null) return false;
  const known = await em.execute<{ version: number; approved: boolean }[]>(
    'select version, approved from memberships where id = ?',
    [state.id],
  );
  return known.every(({ version, approved }) => version < state.version && !approved);
}

async function keepOrganization(em: EntityManager, state: OrganizationState): Promise<void> {
  await em.execute(
    `insert into organizations (id, name, version, deleted_at) values (?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, version = excluded.version, deleted_at = excluded.deleted_at
     where organizations.version < excluded.version`,
    [state.id, state.name, state.version, state.deletedAt],
  );
  if (state.deletedAt !== null) await em.execute('delete from views where organization_id = ?', [state.id]);
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
