import { Migration } from '@mikro-orm/migrations';

export class SilenceMigration extends Migration {
  override name = '0008-silence';

  override up(): void {
    this.addSql(`create table "silence" (
      "id" serial primary key, "organization_id" int not null, "integration_id" int not null,
      "state" text check ("state" in ('learning', 'regular', 'quiet', 'silent', 'irregular', 'paused', 'off')) not null,
      "since" timestamptz(3) not null, "zone" text not null,
      "learned_kind" text check ("learned_kind" in ('learning', 'regular', 'irregular')) null, "profile" jsonb null,
      "threshold" double precision null, "learned_at" timestamptz(3) null, "relearn_at" timestamptz(3) not null,
      "last_arrival_at" timestamptz(3) null, "counted_from" timestamptz(3) null, "quiet_at" timestamptz(3) null,
      "due_at" timestamptz(3) null, "next_at" timestamptz(3) null, "expectation" jsonb not null,
      "paused_until" timestamptz(3) null, "normal" jsonb not null, "unusual" jsonb not null, "version" int not null)`);
    this.addSql(
      'alter table "silence" add constraint "silence_key_unique" unique ("organization_id", "integration_id")',
    );
    this.addSql('create index "silence_next_index" on "silence" ("next_at") where "next_at" is not null');
    this.addSql('create index "silence_relearn_index" on "silence" ("relearn_at")');
    this.addSql('create index "silence_integration_index" on "silence" ("integration_id")');
    this.addSql(
      `create index "silence_missed_index" on "silence" ("organization_id") where "state" in ('quiet', 'silent')`,
    );
    this.addSql(`create table "silence_platform" (
      "id" int not null primary key, "is_behind" boolean not null, "since" timestamptz(3) not null, "holder" uuid null,
      "expires_at" timestamptz(3) null)`);
    this.addSql(`insert into "silence_platform" ("id", "is_behind", "since") values (1, false, now())`);
  }
}
