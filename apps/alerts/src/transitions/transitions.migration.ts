import { Migration } from '@mikro-orm/migrations';

export class TransitionsMigration extends Migration {
  override name = '0002-transitions';

  override up(): void {
    this.addSql(`create table "transitions" (
      "id" serial primary key,
      "kind" text check ("kind" in ('episode.opened', 'episode.closed', 'episode.flapping', 'integration.silent',
        'integration.back', 'view.more', 'view.none', 'view.over', 'platform.behind', 'platform.caught_up')) not null,
      "subject" text not null, "organization_id" int null, "integration_id" int null, "event_name" text null,
      "severity" text null, "at" timestamptz(3) not null, "created_at" timestamptz(3) not null, "snapshot" jsonb not null,
      "planned_at" timestamptz(3) null)`);
    this.addSql('create index "transitions_unplanned_index" on "transitions" ("id") where "planned_at" is null');
    this.addSql('create index "transitions_subject_index" on "transitions" ("subject", "id")');
  }
}

/** Adds a retry time per transition, so that a transition that fails to be planned does not delay other transitions. */
export class PlanningMigration extends Migration {
  override name = '0019-planning';

  override up(): void {
    this.addSql(`alter table "transitions" add column "plan_at" timestamptz(3) not null default now(),
      add column "plan_attempts" int not null default 0`);
  }
}
