import { defineEntity, p } from '@mikro-orm/core';

const InboxSchema = defineEntity({
  name: 'InboxMessage',
  tableName: 'inbox',
  properties: {
    /** Who worked it: one service may follow a topic for several purposes. */
    consumer: p.text().primary(),
    eventId: p.uuid().primary(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A domain event whose effect is in this database; the same event id is not worked again. */
export class InboxMessage extends InboxSchema.class {}
InboxSchema.setClass(InboxMessage);
