import { defineEntity, p } from '@mikro-orm/core';

const MembershipChangeSchema = defineEntity({
  name: 'MembershipChange',
  tableName: 'membership_changes',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    organizationId: p.integer(),
    /** The list's version after this change. */
    membersVersion: p.integer(),
    userId: p.integer(),
    /** Null: no membership. */
    approvedBefore: p.boolean().nullable(),
    approvedAfter: p.boolean().nullable(),
    changedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'membership_changes_version_index', properties: ['organizationId', 'membersVersion'] }],
});

/** One entry in the recent history of an organization's list, which explains conflicts to a stale update. */
export class MembershipChange extends MembershipChangeSchema.class {}
MembershipChangeSchema.setClass(MembershipChange);
