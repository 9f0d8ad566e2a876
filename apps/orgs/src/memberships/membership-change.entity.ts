import { defineEntity, p } from '@mikro-orm/core';

const MembershipChangeSchema = defineEntity({
  name: 'MembershipChange',
  tableName: 'membership_changes',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    organizationId: p.integer(),
    /** The version of the organization's list that this change led to. */
    membersVersion: p.integer(),
    userId: p.integer(),
    /** Null: no membership. */
    approvedBefore: p.boolean().nullable(),
    approvedAfter: p.boolean().nullable(),
    changedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'membership_changes_version_index', properties: ['organizationId', 'membersVersion'] }],
});

/** One entry of the recent history of an organization's list: a stale update is answered with what changed since. */
export class MembershipChange extends MembershipChangeSchema.class {}
MembershipChangeSchema.setClass(MembershipChange);
