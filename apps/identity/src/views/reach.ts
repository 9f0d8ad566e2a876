import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { MemberRole } from '@portico/contracts/common/roles';
import type { SharedWith } from '@portico/contracts/http/views';
import { Membership } from '@portico/messaging';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import type { View } from './view.entity.ts';

/**
 * A caller's rights for views. `roles`: the caller's role in each organization. `left`: the organizations without a manager that have a
 * view without an owner. The list of an administrator contains these views.
 */
export type Reach = {
  userId: number;
  isAdmin: boolean;
  roles: ReadonlyMap<number, MemberRole>;
  left: readonly number[];
};

const LEFT = `select distinct v.organization_id as id from views v where v.organization_id is not null
  and v.needs_owner_since is not null and not exists (select from memberships m where m.organization_id = v.organization_id
    and m.approved and m.role = 'manager' and m.deleted_at is null)`;

export async function reachOf(em: EntityManager, caller: Caller): Promise<Reach> {
  const memberships = await em.find(Membership, { userId: caller.id, approved: true, deletedAt: null });
  const roles = new Map(memberships.map(({ organizationId, role }) => [organizationId, role]));
  const isAdmin = callerIsAdmin(caller);
  const left = isAdmin ? await em.execute<{ id: number }[]>(LEFT) : [];
  return { userId: caller.id, isAdmin, roles, left: left.map(({ id }) => id) };
}

const OWN = { organizationId: null, forStaff: false } as const;

/** Views of the caller's organizations. Excludes views that need a new owner, unless the caller may take them over. */
const ofOrganizations = ({ isAdmin, roles }: Reach): FilterQuery<View>[] => {
  const managed = [...roles].flatMap(([id, role]) => (isAdmin || role === 'manager' ? [id] : []));
  return [{ organizationId: { $in: managed } }, { organizationId: { $in: [...roles.keys()] }, needsOwnerSince: null }];
};

/**
 * Filters the views in the caller's list. Of the views that are shared with organizations, an administrator's list contains only those that
 * the administrator shared, those of the administrator's own organizations, and those without an owner in `left` organizations.
 */
export const listed = (reach: Reach): FilterQuery<View> => {
  const { userId, isAdmin, left } = reach;
  return {
    $or: [
      isAdmin ? { userId } : { userId, ...OWN },
      ...ofOrganizations(reach),
      ...(isAdmin ? [{ forStaff: true }, { organizationId: { $in: left }, needsOwnerSince: { $ne: null } }] : []),
    ],
  };
};

export const visible = (reach: Reach): FilterQuery<View> => {
  const { userId, isAdmin } = reach;
  return isAdmin
    ? { $or: [{ userId }, { organizationId: { $ne: null } }, { forStaff: true }] }
    : { $or: [{ userId, ...OWN }, ...ofOrganizations(reach)] };
};

const mayShare = ({ isAdmin, roles }: Reach, to: NonNullable<SharedWith>): boolean =>
  isAdmin || (to !== 'staff' && roles.get(to) === 'manager');

/** @throws Problem `not_found` if the caller is not a member of the organization, `forbidden` if the caller does not manage it. */
export function requireShare(reach: Reach, to: SharedWith): void {
  if (to === null || mayShare(reach, to)) return;
  if (to !== 'staff' && !reach.roles.has(to)) throw Problem.notFound('The organization');
  throw Problem.forbidden(
    to === 'staff'
      ? 'Only administrators can share views with the staff'
      : 'Only managers of the organization can share views with it',
  );
}

export const mayChange = (reach: Reach, { userId, sharedWith }: Pick<View, 'userId' | 'sharedWith'>): boolean =>
  sharedWith === null ? userId === reach.userId : mayShare(reach, sharedWith);

/** @throws Problem `conflict` for a view that needs a new owner. */
export function requireOwned({ needsOwnerSince }: Pick<View, 'needsOwnerSince'>): void {
  if (needsOwnerSince) throw new Problem('conflict', 'This view needs a new owner. Take it over first.');
}
