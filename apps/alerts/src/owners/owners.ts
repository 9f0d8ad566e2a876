import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Owned, OwnerKind, OwnerQuery } from '@portico/contracts/common/owners';
import type { MemberRole } from '@portico/contracts/common/roles';
import { Organization } from '@portico/messaging';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { User } from '../directory/user.entity.ts';

type Responsible = { createdBy: number; responsibleUserId?: number | null; needsOwnerSince?: Date | null };
export type Owner = { owner: OwnerKind; organizationId: number | null; userId: number | null };

/** The caller's identity, and the caller's role in each organization. Decides which rows the caller may see and change. */
export type Reach = { userId: number; isAdmin: boolean; roles: ReadonlyMap<number, MemberRole> };

const ROLES = `select m.organization_id as id, m.role from memberships m
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  where m.user_id = ? and m.approved and m.deleted_at is null`;

export const mayChange = ({ userId, isAdmin, roles }: Reach, row: Owner): boolean => {
  if (row.owner === 'user') return row.userId === userId;
  return isAdmin || (row.owner === 'organization' && roles.get(row.organizationId ?? 0) === 'manager');
};

const maySee = (reach: Reach, row: Owner): boolean =>
  mayChange(reach, row) || (row.owner === 'organization' && reach.roles.has(row.organizationId ?? 0));

/** Returns the database filter of a list. Administrators can select any organization by its id. */
export const listed = (reach: Reach, { owner, organization }: OwnerQuery): object => {
  const organizations = reach.isAdmin && organization !== undefined ? [organization] : [...reach.roles.keys()];
  const mine = [
    { owner: 'user', userId: reach.userId },
    { owner: 'organization', organizationId: { $in: organizations } },
    ...(reach.isAdmin ? [{ owner: 'product' }] : []),
  ];
  return {
    $and: [
      { $or: mine },
      owner === undefined ? {} : { owner },
      organization === undefined ? {} : { organizationId: organization },
    ],
  };
};

/** Determines the owners of channels and rules, and checks callers' permissions. */
@Injectable()
export class Owners {
  constructor(private readonly em: EntityManager) {}

  async reachOf(caller: Caller, em: EntityManager = this.em): Promise<Reach> {
    const rows = await em.execute<{ id: number; role: MemberRole }[]>(ROLES, [caller.id]);
    return {
      userId: caller.id,
      isAdmin: callerIsAdmin(caller),
      roles: new Map(rows.map(({ id, role }) => [id, role])),
    };
  }

  /**
   * Returns the owner of a new row.
   * @throws Problem `not_found` if the caller is not in the organization, `forbidden` for members who are not managers.
   */
  async ownerOf(em: EntityManager, reach: Reach, requested: Pick<Owner, 'owner' | 'organizationId'>): Promise<Owner> {
    if (requested.owner === 'user') return { owner: 'user', organizationId: null, userId: reach.userId };
    if (requested.owner === 'product') {
      if (!reach.isAdmin) throw Problem.forbidden('Only administrators can do this for the whole product');
      return { owner: 'product', organizationId: null, userId: null };
    }
    const { organizationId } = requested;
    const message = 'Organization id is required';
    if (organizationId === null)
      throw new Problem('validation_failed', message, [{ pointer: '/organizationId', message }]);
    const organization = await em.findOne(Organization, { id: organizationId, deletedAt: null });
    const owner = { owner: 'organization', organizationId, userId: null } as const;
    if (!organization || !maySee(reach, owner)) throw Problem.notFound('The organization');
    if (!mayChange(reach, owner)) throw Problem.forbidden('Only managers of the organization can do this');
    return owner;
  }

  /** @throws Problem `not_found` if the caller cannot see the row. */
  requireVisible<Row extends Owner>(reach: Reach, row: Row | null, subject: string): Row {
    if (!row || !maySee(reach, row)) throw Problem.notFound(subject);
    return row;
  }

  /** @throws Problem `not_found` if the caller cannot see the row, `forbidden` if the caller can see but not change the row. */
  requireChange<Row extends Owner>(reach: Reach, row: Row | null, subject: string): Row {
    const visible = this.requireVisible(reach, row, subject);
    if (!mayChange(reach, visible)) throw Problem.forbidden('Only managers of the organization can do this');
    return visible;
  }

  /** Locks an owner's rows of one kind until the transaction ends, so that concurrent requests cannot exceed a limit. */
  async lock(em: EntityManager, what: string, { owner, organizationId, userId }: Owner): Promise<void> {
    const key = `${what}:${owner}:${organizationId ?? ''}:${userId ?? ''}`;
    await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.ownedRows, key]);
  }

  async organizationNames(em: EntityManager, rows: readonly Owner[]): Promise<ReadonlyMap<number | null, string>> {
    const ids = rows.flatMap(({ organizationId }) => organizationId ?? []);
    const found = await em.find(Organization, { id: { $in: ids } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** Returns a function that returns a row's responsible person, and since when the row needs a new owner. */
  async responsible(
    em: EntityManager,
    rows: readonly Responsible[],
  ): Promise<(row: Responsible) => Pick<Owned, 'responsible' | 'needsOwnerSince'>> {
    const idOf = ({ responsibleUserId, createdBy }: Responsible): number => responsibleUserId ?? createdBy;
    // Excludes deleted accounts, which have an empty name.
    const found = await em.find(User, { id: { $in: rows.map(idOf) }, name: { $ne: '' } });
    const names = new Map(found.map(({ id, name }) => [id, name]));
    return (row) => ({
      responsible: { id: idOf(row), name: names.get(idOf(row)) ?? null },
      needsOwnerSince: row.needsOwnerSince?.toISOString() ?? null,
    });
  }
}
