import { Migration } from '@mikro-orm/migrations';
import { NOTIFY_OUTBOX } from './outbox/outbox.entity.ts';

export class MessagesMigration extends Migration {
  override name = '0001-messages';

  override up(): void {
    this.addSql(`create table "outbox" (
      "id" bigserial primary key, "topic" text not null, "key" text not null, "value" text not null,
      "created_at" timestamptz(3) not null default now())`);
    this.addSql(`create table "inbox" (
      "consumer" text not null, "event_id" uuid not null, "received_at" timestamptz(3) not null default now(),
      primary key ("consumer", "event_id"))`);
    this.addSql(
      `create function "outbox_outbox_notify_fn"() returns trigger language plpgsql as $$ begin ${NOTIFY_OUTBOX} end $$`,
    );
    this.addSql(`create trigger "outbox_notify" after insert on "outbox"
      for each statement execute function "outbox_outbox_notify_fn"()`);
  }
}

export class RelayLeaseMigration extends Migration {
  override name = 'messages-2-relay-lease';

  override up(): void {
    this.addSql(`create table "relay_lease" (
      "id" int primary key, "holder" uuid null, "expires_at" timestamptz(3) null,
      "producer_id" bigint null, "producer_epoch" int not null default 0)`);
    this.addSql('insert into "relay_lease" ("id") values (1)');
  }
}

const plain = (column: string): string => `"${column}" = regexp_replace("${column}", '^.* \\((user \\d+)\\)$', '\\1')`;

/** Removes names and e-mails of persons from dead letters. */
export class LetterNamesMigration extends Migration {
  override name = 'messages-6-letter-names';

  override up(): void {
    this.addSql(`update "dead_letters" set ${plain('settled_by')}, ${plain('requested_by')}
      where "settled_by" like '%(user %' or "requested_by" like '%(user %'`);
  }
}

export class OutboxTraceMigration extends Migration {
  override name = 'messages-5-traceparent';

  override up(): void {
    this.addSql('alter table "outbox" add column "traceparent" text null');
  }
}

/** Drops the inbox table of event ids. Consumers compare versions instead to detect repeated states. */
export class InboxRemovalMigration extends Migration {
  override name = 'messages-3-inbox-removal';

  override up(): void {
    this.addSql('drop table "inbox"');
  }
}

export class DeadLettersMigration extends Migration {
  override name = 'messages-4-dead-letters';

  override up(): void {
    this.addSql(`create table "dead_letters" (
      "id" serial primary key, "topic" text not null, "partition" int not null, "offset" bigint not null,
      "published_at" timestamptz(3) not null, "failed_at" timestamptz(3) not null default now(),
      "key" bytea null, "value" bytea null, "reason" text not null,
      "state" text not null default 'waiting', "replays" int not null default 0, "requested_by" text null,
      "settled_by" text null, "settled_at" timestamptz(3) null, "drop_reason" text null,
      constraint "dead_letters_record" unique ("topic", "partition", "offset", "published_at"))`);
    this.addSql(`create index "dead_letters_requested" on "dead_letters" ("id")
      where state = 'waiting' and requested_by is not null`);
  }
}
