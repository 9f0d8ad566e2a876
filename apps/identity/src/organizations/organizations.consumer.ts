import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { membershipChanged, type MembershipState, organizationChanged } from '@portico/contracts/events/orgs';
import { copyOfMemberships, copyOfOrganizations, DomainEventConsumer } from '@portico/messaging';
import { isViewingUser } from '@portico/contracts/http/view-access';
import { SessionsService } from '../sessions/sessions.service.ts';
import { UsersService } from '../users/users.service.ts';
import { deleteViews, settleViews } from '../view-owners/view-owners.ts';

/** The copy of organizations. A deleted organization also deletes the views that are shared with it. */
export const organizationsCopy = copyOfOrganizations(async (em, { id, deletedAt }, write) => {
  await write();
  if (deletedAt !== null) await deleteViews(em, 'organization_id = ?', [id]);
});

/** The copy of memberships. A changed membership may change who may share views with the organization. */
export const membershipsCopy = copyOfMemberships(async (em, { userId }, write) => {
  if (await write()) await settleViews(em, { userId });
});

/**
 * Updates the copies of organizations and memberships. Turns a lead who accepts an invitation into a client, whose dashboard shows
 * the organization.
 */
@Controller()
export class OrganizationsConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
  ) {}

  @EventPattern(organizationChanged.topic)
  organizationChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(organizationChanged, payload, context, organizationsCopy.keep);
  }

  @EventPattern(membershipChanged.topic)
  membershipChanged(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(membershipChanged, payload, context, async (em, state) => {
      const begins = await beginsByInvitation(em, state);
      await membershipsCopy.keep(em, state);
      // The viewing user's membership is deleted when the permission to view ends. Ends the sessions of viewing administrators.
      if (isViewingUser(state.userId) && state.deletedAt !== null) await this.sessions.endAllOf(em, state.userId);
      if (begins) await this.users.becomeClient(em, state.userId);
    });
  }
}

/** Whether this is the first state in which an invitation admits the user to the organization. */
async function beginsByInvitation(em: EntityManager, state: MembershipState): Promise<boolean> {
  if (state.invited !== true || !state.approved || state.deletedAt !== null) return false;
  const known = await em.execute<{ version: number; approved: boolean }[]>(
    'select version, approved from memberships where id = ?',
    [state.id],
  );
  return known.every(({ version, approved }) => version < state.version && !approved);
}
