import { Migration } from '@mikro-orm/migrations';

export class RulesMigration extends Migration {
  override name = '0011-rules';

  override up(): void {
    this.addSql(`create table "rules" (
      "id" serial primary key, "owner" text check ("owner" in ('product', 'organization', 'user')) not null,
      "organization_id" int null, "user_id" int null, "created_by" int not null,
      "created_at" timestamptz(3) not null default now(), "on" jsonb not null,
      "filter_organization_id" int null, "filter_integration_id" int null, "filter_event_name" text null,
      "filter_severity" text null, "view" jsonb null, "view_holds" boolean not null default false,
      "viewed_at" timestamptz(3) null, "channels" jsonb not null, "inbox" boolean not null, "quiet_hours" jsonb null,
      "digest" text check ("digest" in ('none', 'daily', 'weekly')) not null,
      "remind" text check ("remind" in ('none', '24h')) not null, "active" boolean not null)`);
    this.addSql('create index "rules_owner_index" on "rules" ("owner", "organization_id", "user_id")');
  }
}

/** Adds the trouble threshold of a rule, and for each episode the rules whose threshold it has reached. */
export class RuleThresholdsMigration extends Migration {
  override name = '0030-rule-thresholds';

  override up(): void {
    this.addSql('alter table "rules" add column "trouble" jsonb null');
    this.addSql(`alter table "episodes" add column "reached_rules" jsonb not null default '[]'`);
  }
}

/** Lets rules on views count events by arrival time, from the last check of the previous release on. */
export class ViewArrivalsMigration extends Migration {
  override name = '0031-view-arrivals';

  override up(): void {
    this.addSql(
      'alter table "rules" add column "view_since" timestamptz(3) null, add column "view_to" timestamptz(3) null',
    );
    this.addSql(
      `update "rules" set "view_to" = date_trunc('minute', coalesce("viewed_at", now())) where "view" is not null`,
    );
  }
}
