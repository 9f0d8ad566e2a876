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
    /** The organization of all notices in the message; null for several organizations or none. */
    organizationId: p.integer().nullable(),
    message: p.json<Message>(),
    notices: p.integer(),
    state: p.enum(DELIVERY_STATES),
    /** Whether the attempt edits a sent message instead of sending a new message. */
    isEdit: p.boolean().default(false),
    /** Number of attempts so far; a resend by hand resets the number to zero. */
    attempts: p.integer().default(0),
    /** Lease number. Only the process that took the message with this number may write the result. */
    lease: p.integer().default(0),
    nextAt: p.datetime(3).nullable(),
    status: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** The id that the receiving service gave the message; an edit needs this id. */
    remoteRef: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    sentAt: p.datetime(3).nullable(),
    /** When a person acknowledged an episode through the message's link. A link can be used once. */
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

/** A message for one channel, which is delivered at least once. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
