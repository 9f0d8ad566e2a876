import { defineEntity, p } from '@mikro-orm/core';

const MembershipChangeSchema = defineEntity({
  name: 'MembershipChange',
  tableName: 'membership_changes',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    organizationId: p.integer(),
    membersVersion: p.integer(),
    userId: p.integer(),
    /** Whether the membership was approved before the change; null without a membership. */
    approvedBefore: p.boolean().nullable(),
    /** Whether the membership is approved after the change; null without a membership. */
    approvedAfter: p.boolean().nullable(),
    changedAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'membership_changes_version_index', properties: ['organizationId', 'membersVersion'] }],
});

/** One change in the recent history of an organization's list of users. The history explains why a stale update conflicts. */
export class MembershipChange extends MembershipChangeSchema.class {}
MembershipChangeSchema.setClass(MembershipChange);
