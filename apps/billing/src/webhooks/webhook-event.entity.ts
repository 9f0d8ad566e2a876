import { defineEntity, p } from '@mikro-orm/core';

const WebhookEventSchema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_events',
  properties: {
    /** Stripe's id: the same event is kept once, however often it comes. */
    id: p.text().primary(),
    type: p.text(),
    /** Whom it is about; null for what is about products and prices, or about a charge. */
    customerId: p.text().nullable(),
    /** The charge that is disputed: a dispute does not say whose it is. */
    chargeId: p.text().nullable(),
    receivedAt: p.datetime(3).defaultRaw('now()'),
    /** Null while it waits. */
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

/** Something that Stripe has told: what it is about, and not what it says. */
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent);
