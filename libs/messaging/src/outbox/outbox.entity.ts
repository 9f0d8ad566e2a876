import { defineEntity, p } from '@mikro-orm/core';

/** PostgreSQL channel on which a committed outbox row wakes the relay. */
export const OUTBOX_CHANNEL = 'outbox';
export const NOTIFY_OUTBOX = `perform pg_notify('${OUTBOX_CHANNEL}', ''); return null;`;

const OutboxSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    topic: p.text(),
    key: p.text(),
    value: p.text(),
    /** The W3C `traceparent` of the span that created the event. Null without tracing. */
    traceparent: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  triggers: [{ name: 'outbox_notify', timing: 'after', events: ['insert'], forEach: 'statement', body: NOTIFY_OUTBOX }],
});

/** A domain event that is committed in the database, but not yet published to Kafka. The relay publishes it and deletes the row. */
export class OutboxMessage extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxMessage);
