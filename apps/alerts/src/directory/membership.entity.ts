import { defineEntity, p } from '@mikro-orm/core';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    id: p.integer().primary().autoincrement(false),
    userId: p.integer(),
    organizationId: p.integer(),
    approved: p.boolean(),
    role: p.enum(MEMBER_ROLES),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'memberships_user_index', properties: ['userId', 'organizationId'] },
    { name: 'memberships_organization_index', properties: ['organizationId'] },
  ],
});

/** This service's copy of memberships, from `orgs.membership.v1`. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
