import { Migration } from '@mikro-orm/migrations';

export class RedrivesMigration extends Migration {
  override name = '0001-redrives';

  override up(): void {
    this.addSql(`create table "redrives" (
      "id" uuid not null primary key, "integration_id" int not null, "organization_id" int not null,
      "of_everyone" boolean not null, "definition" text not null, "total" int not null, "started_by" int not null,
      "caller" jsonb not null,
      "state" text check ("state" in ('waiting', 'running', 'paused', 'aborted', 'done')) not null,
      "reason" text null, "lease" int not null default 0, "due_at" timestamptz(3) not null default now(),
      "published" int not null default 0, "listed" int not null default 0, "unchanged" int not null default 0,
      "rejected" int not null default 0, "conflict" int not null default 0,
      "started_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now())`);
    this.addSql(
      `create unique index "redrives_open_index" on "redrives" ("integration_id") where "state" not in ('aborted', 'done')`,
    );
    this.addSql(`create index "redrives_due_index" on "redrives" ("due_at") where "state" = 'waiting'`);
    this.addSql(`create index "redrives_started_index" on "redrives" ("started_at")`);
    this.addSql(`create table "redrive_outcomes" (
      "run_id" uuid not null, "published_at" timestamptz(3) not null, "kafka_partition" int not null,
      "kafka_offset" bigint not null, "source_id" bigint not null, "event_id" text not null, "outcome" text not null,
      "code" text not null, "pointer" text not null, "reason" text not null,
      "decided_at" timestamptz(3) not null default now(),
      primary key ("run_id", "published_at", "kafka_partition", "kafka_offset"))`);
    this.addSql(`alter table "redrive_outcomes" add constraint "redrive_outcomes_run_id_foreign"
      foreign key ("run_id") references "redrives" ("id") on delete cascade`);
  }
}
