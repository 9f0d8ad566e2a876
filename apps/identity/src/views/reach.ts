import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { MemberRole } from '@portico/contracts/common/roles';
import type { SharedWith } from '@portico/contracts/http/views';
import { type Caller, callerIsAdmin, Problem } from '@portico/service';
import { Membership } from '../organizations/membership.entity.ts';
import type { View } from './view.entity.ts';

/** Whose views a caller sees, and what they may do in each organization. */
export type Reach = { userId: number; isAdmin: boolean; roles: ReadonlyMap<number, MemberRole> };

export async function reachOf(em: EntityManager, caller: Caller): Promise<Reach> {
  const memberships = await em.find(Membership, { userId: caller.id, approved: true, deletedAt: null });
  const roles = new Map(memberships.map(({ organizationId, role }) => [organizationId, role]));
  return { userId: caller.id, isAdmin: callerIsAdmin(caller), roles };
}

const OWN = { organizationId: null, forStaff: false } as const;

/** What the caller's list has: an administrator's has, of organizations, what they shared themselves and what is theirs as a member. */
export const listed = ({ userId, isAdmin, roles }: Reach): FilterQuery<View> => ({
  $or: [
    isAdmin ? { userId } : { userId, ...OWN },
    { organizationId: { $in: [...roles.keys()] } },
    ...(isAdmin ? [{ forStaff: true }] : []),
  ],
});

/** What exists for the caller. */
export const visible = ({ userId, isAdmin, roles }: Reach): FilterQuery<View> =>
  isAdmin
    ? { $or: [{ userId }, { organizationId: { $ne: null } }, { forStaff: true }] }
    : { $or: [{ userId, ...OWN }, { organizationId: { $in: [...roles.keys()] } }] };

const mayShare = ({ isAdmin, roles }: Reach, to: NonNullable<SharedWith>): boolean =>
  isAdmin || (to !== 'staff' && roles.get(to) === 'manager');

/** @throws Problem `not_found` for another organization, `forbidden` for one whose manager the caller is not. */
export function requireShare(reach: Reach, to: SharedWith): void {
  if (to === null || mayShare(reach, to)) return;
  if (to !== 'staff' && !reach.roles.has(to)) throw Problem.notFound('The organization');
  throw Problem.forbidden(
    to === 'staff'
      ? 'Only administrators share views with the staff'
      : 'Only managers of the organization share views with it',
  );
}

export const mayChange = (reach: Reach, { userId, sharedWith }: Pick<View, 'userId' | 'sharedWith'>): boolean =>
  sharedWith === null ? userId === reach.userId : mayShare(reach, sharedWith);
