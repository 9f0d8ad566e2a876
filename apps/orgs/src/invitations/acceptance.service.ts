import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { MEMBER_ROLES, type MemberRole } from '@portico/contracts/common/roles';
import type { InvitationOffer } from '@portico/contracts/http/invitations';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { type Caller, Problem } from '@portico/service';
import { Membership } from '../memberships/membership.entity.ts';
import { MembershipWriter } from '../memberships/membership-writer.ts';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { Invitation } from './invitation.entity.ts';
import { hashOf } from './invitation-links.ts';

const LISTED = 20;
type Which = { tokenHash: string } | { id: number; email: string };

const byToken = (token: string): Which => ({ tokenHash: hashOf(token) });
const isFor = ({ email }: Invitation, caller: Caller): boolean => email === caller.email.toLowerCase();
/** Shortens the part before the @ to its first letter, so that only the owner recognizes the address. */
const shortened = (email: string): string => email.replace(/^(.).*@/, '$1…@');

const higher = (invited: MemberRole, own: MemberRole = 'viewer'): MemberRole =>
  MEMBER_ROLES.indexOf(own) > MEMBER_ROLES.indexOf(invited) ? own : invited;

const WHY_NOT = {
  accepted: 'This invitation has already been accepted',
  revoked: 'This invitation was revoked. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
} as const;

/** Invitations as the invited person sees them. E-mail addresses of callers are verified at sign-on. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly writer: MembershipWriter,
  ) {}

  async listOwn(caller: Caller): Promise<Page<InvitationOffer>> {
    const open = { acceptedAt: null, revokedAt: null, expiresAt: { $gt: new Date() } };
    const rows = await this.em.find(
      Invitation,
      { email: caller.email.toLowerCase(), ...open },
      { orderBy: { id: 'desc' }, limit: LISTED },
    );
    const data = await Promise.all(rows.map((row) => this.offerOf(caller, row)));
    return { data, count: data.length };
  }

  async read(caller: Caller, token: string): Promise<InvitationOffer> {
    return this.offerOf(caller, await this.find(this.em, byToken(token)));
  }

  acceptByToken(caller: Caller, token: string): Promise<OwnMembership> {
    return this.accept(caller, byToken(token));
  }

  acceptOwn(caller: Caller, id: number): Promise<OwnMembership> {
    return this.accept(caller, { id, email: caller.email.toLowerCase() });
  }

  /** Accepts an invitation. The lock on the organization serializes concurrent calls. A member's role is never lowered. */
  private async accept(caller: Caller, which: Which): Promise<OwnMembership> {
    return this.em.transactional(async (em) => {
      if ((await this.users.hold(em, [caller.id])).size > 0) throw Problem.unauthenticated('Your account was deleted');
      const { organizationId } = await this.find(em, which);
      const organization = await lockedOrganization(em, organizationId);
      const invitation = await this.find(em, which, LockMode.PESSIMISTIC_WRITE);
      if (!isFor(invitation, caller))
        throw new Problem(
          'email_mismatch',
          `This invitation is for ${shortened(invitation.email)}, but you are signed in as ${caller.email}`,
        );
      const state = invitation.stateNow();
      if (state !== 'open') throw new Problem('conflict', WHY_NOT[state]);
      const member = await em.findOne(Membership, { organizationId, userId: caller.id });
      const role = higher(invitation.role, member?.approved ? member.role : undefined);
      Object.assign(invitation, { acceptedAt: new Date(), acceptedBy: caller.id, nextMailAt: null });
      await this.writer.write(em, organization, new Map([[caller.id, true]]), { role, invited: true });
      const { id, name } = organization;
      return { organization: { id, name }, approved: true, role };
    });
  }

  private async find(em: EntityManager, which: Which, lockMode?: LockMode.PESSIMISTIC_WRITE): Promise<Invitation> {
    const invitation = await em.findOne(Invitation, which, lockMode === undefined ? {} : { lockMode, refresh: true });
    if (!invitation)
      throw new Problem('not_found', 'This invitation does not exist. Please open the newest invitation mail.');
    return invitation;
  }

  private async offerOf(caller: Caller, invitation: Invitation): Promise<InvitationOffer> {
    const { id, role, email, organizationId, expiresAt } = invitation;
    const state = invitation.stateNow();
    const organization = await this.em.findOne(Organization, { id: organizationId });
    const isForCaller = isFor(invitation, caller);
    return {
      id,
      role,
      state,
      isForCaller,
      organization: { id: organizationId, name: organization?.name ?? '' },
      email: isForCaller ? email : shortened(email),
      expiresAt: expiresAt.toISOString(),
    };
  }
}
