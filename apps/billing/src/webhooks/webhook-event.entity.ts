import { defineEntity, p } from '@mikro-orm/core';

const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  properties: {
    /** Stripe's id: an event is stored once, however often it is delivered. */
    id: p.text().primary(),
    type: p.text(),
    /** The customer whom the event concerns; null for an event about products and prices, or about a charge. */
    customerId: p.text().nullable(),
    /** The disputed charge, because a dispute does not name its customer. */
    chargeId: p.text().nullable(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    /** Null while the event is pending. */
    workedAt: p.datetime(3).nullable(),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime(3).defaultRaw('now()'),
    lastError: p.text().nullable(),
  },
  indexes: [
    {
      name: 'webhook_events_waiting_index',
      expression:
        'create index "webhook_events_waiting_index" on "webhook_events" ("next_attempt_at") where "worked_at" is null',
    },
  ],
});

/** A received Stripe event, stored with its subject and without its content. */
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent);
