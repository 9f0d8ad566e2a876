import { defineEntity, p } from '@mikro-orm/core';
import { MEMBER_ROLES } from '@portico/contracts/common/roles';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** A service's copy of an organization, followed from `orgs.organization.v1`. */
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  properties: {
    id: p.integer().primary().autoincrement(false),
    userId: p.integer(),
    organizationId: p.integer(),
    approved: p.boolean(),
    role: p.enum(MEMBER_ROLES).default('viewer'),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'memberships_user_organization_index', properties: ['userId', 'organizationId'] }],
});

/** A service's copy of a membership, followed from `orgs.membership.v1`. The alerts service defines another entity with more indexes. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);
