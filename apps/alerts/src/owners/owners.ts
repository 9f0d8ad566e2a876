import type { EntityManager } from '@mikro-orm/postgresql';
import type { Owned, OwnerKind, OwnerQuery } from '@portico/contracts/common/owners';
import type { MemberRole } from '@portico/contracts/common/roles';
import { Organization } from '@portico/messaging';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { namesOf } from '../directory/names.ts';
import { membershipsOf } from '../directory/scopes.ts';
import { User } from '../directory/user.entity.ts';

export type Owner = { owner: OwnerKind; organizationId: number | null; userId: number | null };
export type OwnedRow = { owner: OwnerKind; organizationId?: number | null; userId?: number | null };
type Responsible = { createdBy: number; responsibleUserId?: number | null; needsOwnerSince?: Date | null };

/** The caller's identity, and the caller's role in each organization. Decides which rows the caller may see and change. */
export type Reach = { userId: number; isAdmin: boolean; roles: ReadonlyMap<number, MemberRole> };

export const reachOf = async (em: EntityManager, caller: Caller): Promise<Reach> => ({
  userId: caller.id,
  isAdmin: callerIsAdmin(caller),
  roles: await membershipsOf(em, caller.id),
});

export const mayChange = ({ userId, isAdmin, roles }: Reach, row: OwnedRow): boolean => {
  if (row.owner === 'user') return row.userId === userId;
  return isAdmin || (row.owner === 'organization' && roles.get(row.organizationId ?? 0) === 'manager');
};

const maySee = (reach: Reach, row: OwnedRow): boolean =>
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

/**
 * Returns the owner of a new row.
 * @throws Problem `not_found` if the caller is not in the organization, `forbidden` for members who are not managers.
 */
export async function ownerOf(
  em: EntityManager,
  reach: Reach,
  { owner, organizationId }: Pick<Owner, 'owner' | 'organizationId'>,
): Promise<Owner> {
  if (owner === 'user') return { owner, organizationId: null, userId: reach.userId };
  if (owner === 'product') {
    if (!reach.isAdmin) throw Problem.forbidden('Only administrators can do this for the whole product');
    return { owner, organizationId: null, userId: null };
  }
  if (organizationId === null) throw Problem.invalid('/organizationId', 'Organization id is required');
  const organization = await em.findOne(Organization, { id: organizationId, deletedAt: null });
  const row = { owner, organizationId, userId: null };
  return requireChange(reach, organization && row, 'The organization');
}

/** @throws Problem `not_found` if the caller cannot see the row. */
export function requireVisible<Row extends OwnedRow>(reach: Reach, row: Row | null, subject: string): Row {
  if (!row || !maySee(reach, row)) throw Problem.notFound(subject);
  return row;
}

/** @throws Problem `not_found` if the caller cannot see the row, `forbidden` if the caller can see but not change the row. */
export function requireChange<Row extends OwnedRow>(reach: Reach, row: Row | null, subject: string): Row {
  const visible = requireVisible(reach, row, subject);
  if (!mayChange(reach, visible)) throw Problem.forbidden('Only managers of the organization can do this');
  return visible;
}

/** Locks an owner's rows of one kind until the transaction ends, so that concurrent requests cannot exceed a limit. */
export async function lockOwned(
  em: EntityManager,
  kind: string,
  { owner, organizationId, userId }: Owner,
): Promise<void> {
  const key = `${kind}:${owner}:${organizationId ?? ''}:${userId ?? ''}`;
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [ADVISORY_LOCKS.ownedRows, key]);
}

/** Loads names and returns a function that returns the fields of a row's owner for the API. */
export async function ownerFields<Row extends OwnedRow & Responsible>(
  em: EntityManager,
  reach: Reach,
  rows: readonly Row[],
): Promise<(row: Row) => Owned> {
  const idOf = ({ responsibleUserId, createdBy }: Responsible): number => responsibleUserId ?? createdBy;
  const organizations = await namesOf(
    em,
    Organization,
    rows.map(({ organizationId }) => organizationId),
  );
  const users = await namesOf(em, User, rows.map(idOf));
  return (row) => ({
    owner: row.owner,
    organizationId: row.organizationId ?? null,
    organization: organizations.get(row.organizationId) ?? null,
    mayChange: mayChange(reach, row),
    responsible: { id: idOf(row), name: users.get(idOf(row)) ?? null },
    needsOwnerSince: row.needsOwnerSince?.toISOString() ?? null,
  });
}
