import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import {
  INVITATION_DAYS,
  type Invitation as InvitationRow,
  type InvitationCreate,
  INVITATIONS_PER_HOUR,
  UNCONFIRMED_INVITATIONS_PER_DAY,
} from '@portico/contracts/http/invitations';
import { type Caller, CONFIG, Problem, callerIsAdmin } from '@portico/service';
import type { OrgsConfig } from '../config.ts';
import { requireManager } from '../memberships/require-manager.ts';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { Invitation } from './invitation.entity.ts';
import { InvitationLinks } from './invitation-links.ts';
import { countSending, hostOf, hourlyLimits, type SendingLimit } from '@portico/postgres/sendings';

const DAY_SECONDS = 24 * 60 * 60;

const UNCONFIRMED = `An organization can send ${UNCONFIRMED_INVITATIONS_PER_DAY} invitations a day until an administrator confirms it or it buys a product.`;

/** Whether an organization has a purchase or an administrator's reference. Other organizations may send few mails, to prevent spam. */
const isConfirmed = ({ customerId, referenceId }: Organization): boolean => Boolean(customerId ?? referenceId);

const hourly = hourlyLimits('invitation', INVITATIONS_PER_HOUR);
/** Daily limit of an unconfirmed organization or of its inviter. The inviter's limit covers all organizations of the inviter. */
const daily = (scope: string, key: string): SendingLimit => ({
  scope: `unconfirmed-${scope}`,
  key,
  max: UNCONFIRMED_INVITATIONS_PER_DAY,
  seconds: DAY_SECONDS,
  message: UNCONFIRMED,
});

/**
 * Counts an invitation toward all limits, which keep callers from flooding addresses with mail.
 * @throws Problem `rate_limited` if a limit is exceeded.
 */
async function countInvitation(
  em: EntityManager,
  organization: Organization,
  email: string,
  caller: Caller,
): Promise<void> {
  const [id, inviter, host] = [String(organization.id), String(caller.id), hostOf(email)];
  await countSending(em, [
    hourly('organization', id, 'This organization has reached its hourly limit of invitations. Please wait.'),
    hourly('inviter', inviter, 'You have reached your hourly limit of invitations. Please wait.'),
    hourly('address', email, 'This address was invited several times within an hour. Please wait.'),
    ...(host === hostOf(caller.email)
      ? []
      : [hourly('host', host, 'Many people of this e-mail domain were invited within an hour. Please wait.')]),
    ...(isConfirmed(organization) || callerIsAdmin(caller)
      ? []
      : [daily('organization', id), daily('inviter', inviter)]),
  ]);
}

const LISTED = 100;
const MAY = 'invite people';
const LIFETIME = INVITATION_DAYS * DAY_SECONDS * 1_000;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: OrgsConfig,
    private readonly links: InvitationLinks,
  ) {}

  async list(caller: Caller, organizationId: number): Promise<Page<InvitationRow>> {
    await requireManager(this.em, caller, organizationId, 'The organization', MAY);
    if (!(await this.em.findOne(Organization, { id: organizationId }))) throw Problem.notFound('The organization');
    const [rows, count] = await this.em.findAndCount(
      Invitation,
      { organizationId },
      { orderBy: { id: 'desc' }, limit: LISTED },
    );
    return { data: rows.map((row) => this.rowOf(row)), count };
  }

  /** Creates an invitation, whose mail is sent later. The response does not reveal whether the address has an account. */
  async create(caller: Caller, organizationId: number, { email, role }: InvitationCreate): Promise<InvitationRow> {
    const invitation = await this.em.transactional(async (em) => {
      const organization = await lockedOrganization(em, organizationId);
      await requireManager(em, caller, organizationId, 'The organization', MAY);
      if (email === caller.email.toLowerCase()) throw Problem.invalid('/email', 'Email should not be your own');
      const earlier = await em.find(Invitation, { organizationId, email, acceptedAt: null, revokedAt: null });
      if (earlier.some((one) => one.stateNow() === 'open')) {
        const message = 'This email is already invited. Send the invitation again, or revoke it.';
        throw new Problem('already_exists', message, [{ pointer: '/email', message }]);
      }
      for (const expired of earlier) expired.revokedAt = new Date();
      const created = em.create(Invitation, {
        organizationId,
        email,
        role,
        invitedBy: caller.id,
        createdAt: new Date(),
        ...this.newLink(),
      });
      await countInvitation(em, organization, email, caller);
      return created;
    });
    return this.rowOf(invitation);
  }

  async resend(caller: Caller, id: number): Promise<InvitationRow> {
    const invitation = await this.change(caller, id, async (em, found, organization) => {
      const state = found.stateNow();
      if (state !== 'open' && state !== 'expired')
        throw new Problem('conflict', `Someone else changed this invitation: it is now ${state}`);
      await countInvitation(em, organization, found.email, caller);
      Object.assign(found, this.newLink());
    });
    return this.rowOf(invitation);
  }

  async revoke(caller: Caller, id: number): Promise<void> {
    await this.change(caller, id, async (_, found) => {
      if (found.acceptedAt) throw new Problem('conflict', 'This invitation has been accepted in the meantime');
      found.revokedAt ??= new Date();
      found.nextMailAt = null;
    });
  }

  /** Deletes the organization's invitations, in the transaction that deletes the organization. */
  async endAll(em: EntityManager, organizationId: number): Promise<void> {
    await em.nativeDelete(Invitation, { organizationId });
  }

  private async change(
    caller: Caller,
    id: number,
    work: (em: EntityManager, invitation: Invitation, organization: Organization) => Promise<void>,
  ): Promise<Invitation> {
    return this.em.transactional(async (em) => {
      const unlocked = await em.findOne(Invitation, { id });
      if (!unlocked) throw Problem.notFound('The invitation');
      const organization = await lockedOrganization(em, unlocked.organizationId);
      await requireManager(em, caller, unlocked.organizationId, 'The invitation', MAY);
      const invitation = await em.findOne(Invitation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
      if (!invitation) throw Problem.notFound('The invitation');
      await work(em, invitation, organization);
      return invitation;
    });
  }

  private newLink() {
    const mail = this.config.SMTP_URL === undefined ? ('off' as const) : ('waiting' as const);
    return {
      ...this.links.renew(),
      expiresAt: new Date(Date.now() + LIFETIME),
      mail,
      mailAttempts: 0,
      mailError: null,
      nextMailAt: mail === 'off' ? null : new Date(),
    };
  }

  private rowOf(invitation: Invitation): InvitationRow {
    return invitation.toRow(this.links.linkOf(invitation));
  }
}
