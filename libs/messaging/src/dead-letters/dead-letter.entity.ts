import { defineEntity, p } from '@mikro-orm/core';
import { LETTER_STATES, type DeadLetter as Letter, type LetterService } from '@portico/contracts/http/dead-letters';

const DeadLetterSchema = defineEntity({
  name: 'DeadLetter',
  tableName: 'dead_letters',
  properties: {
    id: p.integer().primary().autoincrement(),
    topic: p.text(),
    partition: p.integer(),
    offset: p.bigint('string'),
    /** Kafka's timestamp of the record. Part of the unique key, because a recreated topic reuses offsets. */
    publishedAt: p.datetime(3),
    failedAt: p.datetime(3).defaultRaw('now()'),
    key: p.blob().nullable(),
    value: p.blob().nullable(),
    reason: p.text(),
    state: p.text().$type<(typeof LETTER_STATES)[number]>().default('waiting'),
    replays: p.integer().default(0),
    requestedBy: p.text().nullable(),
    settledBy: p.text().nullable(),
    settledAt: p.datetime(3).nullable(),
    dropReason: p.text().nullable(),
  },
  indexes: [
    { name: 'dead_letters_requested', properties: ['id'], where: "state = 'waiting' and requested_by is not null" },
  ],
  uniques: [{ name: 'dead_letters_record', properties: ['topic', 'partition', 'offset', 'publishedAt'] }],
});

/** A domain event that this service could not apply. */
export class DeadLetter extends DeadLetterSchema.class {
  toAnswer(service: LetterService): Letter {
    return {
      id: this.id,
      service,
      consumer: consumerOf(service),
      topic: this.topic,
      partition: this.partition,
      offset: Number(this.offset),
      publishedAt: this.publishedAt.toISOString(),
      failedAt: this.failedAt.toISOString(),
      reason: this.reason,
      state: this.state,
      replays: this.replays,
      requestedBy: this.requestedBy ?? null,
      settledBy: this.settledBy ?? null,
      settledAt: this.settledAt?.toISOString() ?? null,
      dropReason: this.dropReason ?? null,
    };
  }
}
DeadLetterSchema.setClass(DeadLetter);

/** Replaces NUL characters, which PostgreSQL cannot store. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** The consumer group with which a service follows domain events. */
export const consumerOf = (service: string): string => `${service}.domain-events`;
