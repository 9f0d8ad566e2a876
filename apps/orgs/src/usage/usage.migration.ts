import { Migration } from '@mikro-orm/migrations';

const MEASURED = `"question" text not null, "measure" text check ("measure" in ('events', 'distinct', 'sum')) not null, "field" text null`;

export class UsageMigration extends Migration {
  override name = '0014-usage';

  override up(): void {
    this.addSql(`create table "meters" (
      "lookup_key" text not null primary key, "version" int not null default 1, ${MEASURED}, "user_id" int not null,
      "changed_at" timestamptz(3) not null default now())`);
    this.addSql(`create table "usage_periods" (
      "id" serial primary key, "organization_id" int not null, "lookup_key" text not null, "meter_version" int not null,
      ${MEASURED}, "starts_at" timestamptz(3) not null, "ends_at" timestamptz(3) not null,
      "counted_to" timestamptz(3) not null, "value" numeric(38,9) not null default 0, "events" bigint not null default 0,
      "digest" text null, "frozen_at" timestamptz(3) null,
      constraint "usage_periods_unique" unique ("organization_id", "lookup_key", "starts_at"))`);
    this.addSql(`create index "usage_periods_open_index" on "usage_periods" ("ends_at") where "frozen_at" is null`);
    this.addSql(`create table "usage_adjustments" (
      "id" serial primary key, "period_id" int not null, "amount" numeric(38,9) not null, "reason" text not null,
      "user_id" int not null, "created_at" timestamptz(3) not null default now(),
      constraint "usage_adjustments_period_id_foreign" foreign key ("period_id") references "usage_periods" ("id")
        on delete cascade)`);
    this.addSql(`create index "usage_adjustments_period_index" on "usage_adjustments" ("period_id")`);
    this.addSql(`alter table "organization_entitlements" alter column "used_count" type bigint`);
  }
}

/** Adds time zones and subscription periods. Earlier periods are calendar months in UTC; the next period begins where they end. */
export class UsagePeriodsMigration extends Migration {
  override name = '0016-usage-periods';

  override up(): void {
    this.addSql(`alter table "organizations" add column "time_zone" text null`);
    this.addSql(`alter table "meters" add column "period" text check ("period" in ('month', 'subscription')) not null
      default 'month'`);
    this.addSql(`alter table "usage_periods" add column "time_zone" text not null default 'UTC'`);
  }
}

export class UsageStatesMigration extends Migration {
  override name = '0017-usage-states';

  override up(): void {
    this.addSql(
      `alter table "usage_periods" add column "published" jsonb null, add column "version" int not null default 0`,
    );
    this.addSql(`create index "usage_periods_unpublished_index" on "usage_periods" ("id") where "version" = 0`);
  }
}

/** Adds the stored distinct values. Running periods with distinct values are counted again from their start to store all values. */
export class UsageValuesMigration extends Migration {
  override name = '0019-usage-values';

  override up(): void {
    this.addSql(`create table "usage_values" (
      "period_id" int not null, "hash" uuid not null, constraint "usage_values_pkey" primary key ("period_id", "hash"),
      constraint "usage_values_period_id_foreign" foreign key ("period_id") references "usage_periods" ("id")
        on delete cascade)`);
    this.addSql(`update "usage_periods" set "counted_to" = "starts_at", "value" = 0, "events" = 0
      where "measure" = 'distinct' and "frozen_at" is null`);
  }
}
