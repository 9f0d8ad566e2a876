import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { TOKEN_LIFETIME } from '@portico/contracts/common/roles';
import type { Session, User as UserRow } from '@portico/contracts/http/identity';
import { isViewingUser, type ViewStart, viewingUserOf } from '@portico/contracts/http/view-access';
import { Membership, Organization } from '@portico/messaging';
import { audited, type Caller, Problem } from '@portico/service';
import { TokensService } from '../tokens/tokens.service.ts';
import { User } from '../user-row/user.entity.ts';
import { hashOf, newSecret } from '../sessions/session-cookie.ts';
import { SignedIn } from '../sessions/session.entity.ts';

/**
 * Lets administrators view an organization like its viewers. While a manager permits views, orgs publishes a membership of the
 * organization's viewing user. The token is issued for the viewing user, and names the administrator in `act`.
 */
@Injectable()
export class OrganizationViewsService {
  private readonly logger = new Logger(OrganizationViewsService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly tokens: TokensService,
  ) {}

  /** @throws Problem `forbidden` without a manager's permission, and for a caller who already views an organization. */
  async start(caller: Caller, { organizationId, reason }: ViewStart): Promise<Session> {
    audited({ reason });
    const em = this.em.fork();
    const userId = viewingUserOf(organizationId);
    if (userId === undefined) throw notAllowed();
    const allowed = { userId, organizationId, approved: true, deletedAt: null };
    if ((await em.count(Membership, allowed)) === 0) throw notAllowed();
    const row = em.create(SignedIn, {
      userId,
      actorId: caller.id,
      reason,
      // No cookie contains this secret, so the session of a view cannot be renewed.
      secretHash: hashOf(newSecret()),
      issuer: '',
      providerSid: null,
      device: '',
      address: '',
      isMultiFactor: false,
    });
    await em.persist(row).flush();
    // Checks the permission again. If the permission is revoked after this check, the revocation finds the stored session and ends it.
    if ((await em.fork().count(Membership, allowed)) === 0) {
      await em.remove(row).flush();
      throw notAllowed();
    }
    this.logger.log(
      { user: caller.id, organization: organizationId, session: row.id, reason },
      'administrator viewed an organization',
    );
    const user = await this.userOf(userId, caller.id, row.id);
    const claims = { email: user.email, usertype: user.usertype, ver: 1, sid: String(row.id) };
    const accessToken = await this.tokens.signFor(
      userId,
      { ...claims, act: { sub: String(caller.id) } },
      TOKEN_LIFETIME,
    );
    return { accessToken, user };
  }

  /**
   * Returns the organization's viewing user for display in the console.
   * @throws Problem `unauthenticated` if the organization no longer exists.
   */
  async userOf(userId: number, actorId: number, sessionId: number): Promise<UserRow> {
    const em = this.em.fork();
    const organization = isViewingUser(userId)
      ? await em.findOne(Organization, { id: userId - (viewingUserOf(0) ?? 0), deletedAt: null })
      : null;
    const actor = await em.findOne(User, { id: actorId });
    if (!organization || !actor) throw Problem.unauthenticated();
    return {
      id: userId,
      name: `Viewer of ${organization.name}`,
      email: `viewer-${organization.id}@portico.invalid`,
      viewing: { sessionId, organization: organization.name, by: actor.name },
      phone: null,
      addressLine1: null,
      addressLine2: null,
      city: null,
      state: null,
      zipCode: null,
      country: null,
      description: null,
      categories: null,
      usertype: 'CLIENT',
      createdAt: new Date().toISOString(),
    };
  }
}

const notAllowed = (): Problem => Problem.forbidden('A manager of the organization has to allow you to view it first');
