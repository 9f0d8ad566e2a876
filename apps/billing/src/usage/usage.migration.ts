import { Migration } from '@mikro-orm/migrations';

export class UsageMigration extends Migration {
  override name = '0013-usage';

  override up(): void {
    this.addSql(`create table "usage_periods" (
      "id" int not null primary key, "organization_id" int not null, "lookup_key" text not null,
      "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null,
      "state" text check ("state" in ('running', 'closing', 'frozen')) not null, "used" text not null, "version" int not null)`);
    this.addSql(
      `create index "usage_periods_key_index" on "usage_periods" ("organization_id", "lookup_key", "starts_at")`,
    );
    this.addSql(`create table "meter_events" (
      "period_id" int not null, "sequence" int not null, "value" bigint not null, "stamped_at" timestamptz(3) not null,
      "created_at" timestamptz(3) not null default now(), "attempts" int not null default 0,
      "first_attempt_at" timestamptz(3) null, "next_attempt_at" timestamptz(3) not null default now(),
      "last_error" text null, "accepted_at" timestamptz(3) null, primary key ("period_id", "sequence"))`);
    this.addSql(
      `create unique index "meter_events_waiting_unique" on "meter_events" ("period_id") where "accepted_at" is null`,
    );
    this.addSql(`create table "metered_lines" (
      "id" text not null primary key, "customer_id" text not null, "organization_id" int not null, "lookup_key" text not null,
      "invoice" text not null, "quantity" bigint not null, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null)`);
    this.addSql(`create index "metered_lines_customer_index" on "metered_lines" ("customer_id")`);
  }
}
