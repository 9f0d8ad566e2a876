import { defineEntity, p } from '@mikro-orm/core';

const PendingSchema = defineEntity({
  name: 'Pending',
  tableName: 'pending_notices',
  properties: {
    noticeId: p.integer().primary(),
    channelId: p.integer().primary(),
    /** When the policy decides about it next; null after the last decision. */
    dueAt: p.datetime(3).nullable(),
    /** The message that contains it. */
    deliveryId: p.integer().nullable(),
    /** Why no message contains it. */
    never: p.text().nullable(),
    /** Whether the hourly budget has held it. Held notices become one summary. */
    isOverBudget: p.boolean().default(false),
  },
  indexes: [
    { name: 'pending_notices_due_index', properties: ['dueAt'] },
    { name: 'pending_notices_channel_index', properties: ['channelId', 'dueAt'] },
    { name: 'pending_notices_delivery_index', properties: ['deliveryId'] },
  ],
});

/** One notice for one channel: it ends in one message, or in none with a reason. */
export class Pending extends PendingSchema.class {}
PendingSchema.setClass(Pending);
