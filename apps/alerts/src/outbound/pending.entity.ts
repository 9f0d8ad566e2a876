import { defineEntity, p } from '@mikro-orm/core';

const PendingSchema = defineEntity({
  name: 'Pending',
  tableName: 'pending_notices',
  properties: {
    noticeId: p.integer().primary(),
    channelId: p.integer().primary(),
    /** When the policy next decides about the notice; null after the last decision. */
    dueAt: p.datetime(3).nullable(),
    deliveryId: p.integer().nullable(),
    never: p.text().nullable(),
    /** Whether the hourly limit of messages delayed the notice. All delayed notices become one summary. */
    isOverBudget: p.boolean().default(false),
  },
  indexes: [
    { name: 'pending_notices_due_index', properties: ['dueAt'] },
    { name: 'pending_notices_channel_index', properties: ['channelId', 'dueAt'] },
    { name: 'pending_notices_delivery_index', properties: ['deliveryId'] },
  ],
});

/** One notice for one channel. Exactly one message contains the notice, or `never` stores why the channel gets no message about it. */
export class Pending extends PendingSchema.class {}
PendingSchema.setClass(Pending);
