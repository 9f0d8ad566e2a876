import { defineEntity, p } from '@mikro-orm/core';

const SendingSchema = defineEntity({
  name: 'Sending',
  tableName: 'sendings',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    scope: p.text(),
    /** SHA-256 of the person, address or host for which the limit counts messages. */
    key: p.text(),
    sentAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [
    { name: 'sendings_key_index', properties: ['scope', 'key', 'sentAt'] },
    { name: 'sendings_sent_at_index', properties: ['sentAt'] },
  ],
});

/** A message that counts toward one limit. References no other row, so that deleting the message's cause does not reset the limit. */
export class Sending extends SendingSchema.class {}
SendingSchema.setClass(Sending);

export const addSendings = (): string[] => [
  `create table "sendings" ("id" bigserial primary key, "scope" text not null, "key" text not null,
    "sent_at" timestamptz(3) not null default now())`,
  `create index "sendings_key_index" on "sendings" ("scope", "key", "sent_at")`,
  `create index "sendings_sent_at_index" on "sendings" ("sent_at")`,
];
