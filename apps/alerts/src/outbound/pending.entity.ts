import { defineEntity, p } from '@mikro-orm/core';

const PendingSchema = defineEntity({
  name: 'Pending',
  tableName: 'pending_notices',
  properties: {
    noticeId: p.integer().primary(),
    channelId: p.integer().primary(),
    /** When it is decided about next; null once it was. */
    dueAt: p.datetime(3).nullable(),
    /** The message that has it. */
    deliveryId: p.integer().nullable(),
    /** Why no message has it. */
    never: p.text().nullable(),
    /** Whether the budget of an hour has held it: what it holds becomes one summary. */
    isOverBudget: p.boolean().default(false),
  },
  indexes: [
    { name: 'pending_notices_due_index', properties: ['dueAt'] },
    { name: 'pending_notices_channel_index', properties: ['channelId', 'dueAt'] },
    { name: 'pending_notices_delivery_index', properties: ['deliveryId'] },
  ],
});

/** One notice for one channel, from when it is planned: it is in one message, or in none for a reason. */
export class Pending extends PendingSchema.class {}
PendingSchema.setClass(Pending);
