import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  type ViewAccess as ViewAccessRow,
  VIEW_WITHOUT_END,
  type ViewAccessGrant,
  viewingUserOf,
} from '@portico/contracts/http/view-access';
import { audited, type Caller, callerIsAdmin, Loop, Problem } from '@portico/service';
import { Membership } from '../memberships/membership.entity.ts';
import { MembershipWriter } from '../memberships/membership-writer.ts';
import { requireManager } from '../memberships/require-manager.ts';
import { lockedOrganization } from '../organization-row/locked-organization.ts';
import { UsersService } from '../users/users.service.ts';
import { ViewAccess } from './view-access.entity.ts';

const HOUR = 3_600_000;
/** Milliseconds between checks for permissions that have ended. */
const END_INTERVAL_MS = 1_000;
const MAY = 'decide who can view it';
/** SQL: the permission has expired, or the user who granted it no longer manages the organization. */
const IS_OVER = `(v.until <= now() or not exists (select from memberships m where m.organization_id = v.organization_id
  and m.user_id = v.allowed_by and m.approved and m.role = 'manager'))`;

/**
 * Lets managers permit administrators to view their organization. While the permission lasts, the organization's viewing user is a member
 * with the role viewer. Every service applies this membership like any other.
 */
@Injectable()
export class ViewAccessService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop({
    name: 'ending expired view access',
    next: () => this.endNext(),
    pause: END_INTERVAL_MS,
  });

  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly writer: MembershipWriter,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  async get(caller: Caller, organizationId: number): Promise<ViewAccessRow> {
    await requireManager(this.em, caller, organizationId, 'The organization', MAY);
    return this.rowOf(this.em, organizationId);
  }

  /** @throws Problem `forbidden` for administrators who do not manage the organization: they cannot permit themselves. */
  async allow(caller: Caller, organizationId: number, { hours }: ViewAccessGrant): Promise<ViewAccessRow> {
    return this.em.fork().transactional(async (em) => {
      const organization = await lockedOrganization(em, organizationId);
      await requireManager(em, caller, organizationId, 'The organization', MAY);
      const manager = { userId: caller.id, organizationId, approved: true, role: 'manager' } as const;
      if (callerIsAdmin(caller) && (await em.count(Membership, manager)) === 0)
        throw Problem.forbidden('Only a manager of the organization can allow others to view it');
      const viewer = viewingUserOf(organizationId);
      if (viewer === undefined) throw new Problem('conflict', 'This organization cannot be viewed by administrators');
      const until = new Date(hours === 'always' ? VIEW_WITHOUT_END : Date.now() + hours * HOUR);
      audited({ reason: hours === 'always' ? 'until ended' : `${hours} h` });
      await em.upsert(ViewAccess, { organizationId, until, allowedBy: caller.id });
      await this.writer.writeViewing(em, organization, viewer, true);
      return this.rowOf(em, organizationId);
    });
  }

  async end(caller: Caller, organizationId: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await requireManager(em, caller, organizationId, 'The organization', MAY);
      await this.endIn(em, organizationId, 'true');
    });
  }

  /** Deletes one permission that has expired or whose manager has lost the role. @returns whether there was such a permission. */
  private async endNext(): Promise<boolean> {
    const em = this.em.fork();
    const [next] = await em.execute<{ id: number }[]>(
      `select organization_id as id from view_access v where ${IS_OVER} limit 1`,
    );
    if (next) await em.transactional((inner) => this.endIn(inner, next.id, IS_OVER));
    return next !== undefined;
  }

  /** @param which - SQL condition. A permission that does not match, because it was extended meanwhile, stays. */
  private async endIn(em: EntityManager, organizationId: number, which: string): Promise<void> {
    const organization = await lockedOrganization(em, organizationId);
    const ended = await em.execute<unknown[]>(
      `delete from view_access v where v.organization_id = ? and ${which} returning v.organization_id`,
      [organizationId],
    );
    const viewer = viewingUserOf(organizationId);
    if (ended.length > 0 && viewer !== undefined) await this.writer.writeViewing(em, organization, viewer, null);
  }

  private async rowOf(em: EntityManager, organizationId: number): Promise<ViewAccessRow> {
    const access = await em.findOne(ViewAccess, { organizationId, until: { $gt: new Date() } });
    if (!access) return { until: null, allowedBy: null };
    const allowedBy = (await this.users.byId(em, [access.allowedBy])).get(access.allowedBy)?.toRow()?.name ?? null;
    return { until: access.until.toISOString(), allowedBy };
  }
}
