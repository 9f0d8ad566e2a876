import { defineEntity, p } from '@mikro-orm/core';

const InvitationSendingSchema = defineEntity({
  name: 'InvitationSending',
  tableName: 'invitation_sendings',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    organizationId: p.integer(),
    invitedBy: p.integer(),
    email: p.text(),
    sentAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'invitation_sendings_sent_at_index', properties: ['sentAt'] }],
});

/**
 * A sent invitation that counts toward the limits of the previous release. Table `sendings` replaces this table, which a later release
 * drops.
 */
export class InvitationSending extends InvitationSendingSchema.class {}
InvitationSendingSchema.setClass(InvitationSending);
