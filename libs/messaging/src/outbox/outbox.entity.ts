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
    /** The span that decided it, as W3C writes it; null where nothing is traced. */
    traceparent: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  triggers: [{ name: 'outbox_notify', timing: 'after', events: ['insert'], forEach: 'statement', body: NOTIFY_OUTBOX }],
});

/** A domain event that was decided in this database and is not in Kafka yet. The relay publishes it and deletes the row. */
export class OutboxMessage extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxMessage);
