import { defineEntity, p } from '@mikro-orm/core';
import { DELIVERY_KINDS, DELIVERY_STATES } from '@portico/contracts/http/channels';
import type { Message } from '../channels/message/message.ts';

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.integer().primary().autoincrement(),
    channelId: p.integer(),
    kind: p.enum(DELIVERY_KINDS),
    /** The organization that it concerns, within whose pause others wait; null for several or none. */
    organizationId: p.integer().nullable(),
    message: p.json<Message>(),
    notices: p.integer(),
    state: p.enum(DELIVERY_STATES),
    /** Whether it edits a sent message instead of sending another. */
    isEdit: p.boolean().default(false),
    /** Counts retries; a resend starts at zero. */
    attempts: p.integer().default(0),
    /** Lease number. Only the process that took the message with this number may write the result. */
    lease: p.integer().default(0),
    nextAt: p.datetime(3).nullable(),
    status: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** The channel's own id of the message, which an edit needs. */
    remoteRef: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    sentAt: p.datetime(3).nullable(),
    /** When its link acknowledged an episode. The link works once. */
    linkUsedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'deliveries_channel_index', properties: ['channelId', 'id'] },
    { name: 'deliveries_next_index', properties: ['nextAt'] },
    {
      name: 'deliveries_waiting_index',
      expression:
        'create index "deliveries_waiting_index" on "deliveries" ("channel_id", "next_at") where "next_at" is not null',
    },
  ],
});

/** One message through one channel, sent at least once. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
