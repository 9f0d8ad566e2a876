import { defineEntity, p } from '@mikro-orm/core';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';
import { FIRST_VIEWING_USER } from '@portico/contracts/http/view-access';
import type { MembershipState } from '@portico/contracts/events/orgs';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Id of a user in identity. There is no foreign key, because identity owns users. */
    userId: p.integer(),
    organizationId: p.integer(),
    approved: p.boolean(),
    role: p.enum(MEMBER_ROLES).default('viewer'),
    invited: p.boolean().default(false),
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ name: 'memberships_user_organization_unique', properties: ['userId', 'organizationId'] }],
  indexes: [{ name: 'memberships_organization_index', properties: ['organizationId'] }],
});

export class Membership extends MembershipSchema.class {
  toState(deletedAt: Date | null = null): MembershipState {
    const { id, version, userId, organizationId, approved, role, invited } = this;
    return {
      id,
      version,
      userId,
      organizationId,
      approved,
      role,
      ...(invited && { invited }),
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}
MembershipSchema.setClass(Membership);

/** Filter that excludes the viewing users of organizations from lists of people. */
export const PEOPLE = { userId: { $lt: FIRST_VIEWING_USER } } as const;
