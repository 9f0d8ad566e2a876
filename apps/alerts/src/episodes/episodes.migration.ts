import { Migration } from '@mikro-orm/migrations';
import { LIVE_INDEX, LOOKUP_INDEX } from './episode.entity.ts';
import { FAILING_INDEX } from './subject-mark.entity.ts';

export class EpisodesMigration extends Migration {
  override name = '0003-episodes';

  override up(): void {
    this.addSql(`create table "episode_marks" (
      "organization_id" int not null, "integration_id" int not null, "event_name" text not null,
      "failure_at" timestamptz(3) null, "success_at" timestamptz(3) null,
      primary key ("organization_id", "integration_id", "event_name"))`);
    this.addSql(`create table "episode_settlings" ("integration_id" int not null primary key, "minutes" int not null)`);
    this.addSql(`create table "episodes" (
      "id" serial primary key, "organization_id" int not null, "integration_id" int not null, "event_name" text not null,
      "state" text check ("state" in ('open', 'recovering', 'closed', 'expired')) not null,
      "opened_at" timestamptz(3) not null, "first_failure_at" timestamptz(3) not null,
      "last_failure_at" timestamptz(3) not null, "last_success_at" timestamptz(3) null, "closes_at" timestamptz(3) null,
      "closed_at" timestamptz(3) null,
      "close_reason" text check ("close_reason" in ('recovered', 'expired', 'integration_deleted')) null,
      "flaps" int not null, "flapping_at" timestamptz(3) null, "acknowledged_by" int null,
      "acknowledged_at" timestamptz(3) null, "assignee_id" int null, "note" text null, "muted_until" timestamptz(3) null,
      "first_failure" jsonb null, "looked_up_at" timestamptz(3) null, "version" int not null)`);
    this
      .addSql(`create unique index "episodes_live_index" on "episodes" ("organization_id", "integration_id", "event_name")
      where "state" in ('open', 'recovering')`);
    this.addSql('create index "episodes_organization_index" on "episodes" ("organization_id", "id")');
    this.addSql('create index "episodes_integration_index" on "episodes" ("integration_id", "id")');
    this.addSql(`create index "episodes_closes_index" on "episodes" ("closes_at") where "state" = 'recovering'`);
    this.addSql('create index "episodes_unresolved_index" on "episodes" ("id") where "looked_up_at" is null');
    this.addSql(`create table "episode_entries" (
      "id" serial primary key, "episode_id" int not null,
      "kind" text check ("kind" in ('opened', 'recovering', 'reopened', 'flapping', 'closed', 'expired', 'acknowledged',
        'released', 'assigned', 'noted', 'muted', 'unmuted')) not null,
      "at" timestamptz(3) not null, "user_id" int null, "text" text null)`);
    this.addSql('create index "episode_entries_index" on "episode_entries" ("episode_id", "id")');
  }
}

/** Adds episodes per subject, for integrations that enable them. */
export class SubjectEpisodesMigration extends Migration {
  override name = '0014-subject-episodes';

  override up(): void {
    this.addSql('alter table "integrations" add column "episodes_by_subject" boolean not null default false');
    this.addSql(`create table "episode_subject_marks" (
      "organization_id" int not null, "integration_id" int not null, "event_name" text not null, "subject" text not null,
      "failure_at" timestamptz(3) null, "success_at" timestamptz(3) null,
      primary key ("organization_id", "integration_id", "event_name", "subject"))`);
    this.addSql(FAILING_INDEX);
    this.addSql(`alter table "episodes"
      add column "scope" text check ("scope" in ('event', 'subject', 'further')) not null default 'event',
      add column "subject" text null, drop constraint "episodes_close_reason_check",
      add constraint "episodes_close_reason_check"
        check ("close_reason" in ('recovered', 'expired', 'integration_deleted', 'regrouped'))`);
    this.addSql('drop index "episodes_live_index"');
    this.addSql(LIVE_INDEX);
  }
}

const momentOf = (column: string): string => `to_char("${column}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Adds a due time for lookups of first failures, and the published timestamps. Publishes a new version of each episode, because the
 * published states contain older timestamps.
 */
export class EpisodeLookupsMigration extends Migration {
  override name = '0018-episode-lookups';

  override up(): void {
    this.addSql(`alter table "episodes" add column "lookup_at" timestamptz(3) not null default now(),
      add column "lookup_attempts" int not null default 0, add column "published_failure_at" timestamptz(3) null,
      add column "published_success_at" timestamptz(3) null`);
    this.addSql('drop index "episodes_unresolved_index"');
    this.addSql(LOOKUP_INDEX);
    this.addSql(`update "episodes" set "version" = "version" + 1, "published_failure_at" = "last_failure_at",
      "published_success_at" = "last_success_at"`);
    this.addSql(`insert into "outbox" ("topic", "key", "value")
      select 'alerts.episode.v1', "id"::text, jsonb_build_object('specversion', '1.0', 'id', gen_random_uuid(), 'source',
        '/alerts', 'type', 'alerts.episode.changed', 'subject', "id"::text, 'time', to_char(now() at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'datacontenttype', 'application/json', 'data', jsonb_build_object('id', "id",
        'version', "version", 'deletedAt', null, 'organizationId', "organization_id", 'integrationId', "integration_id",
        'eventName', "event_name", 'subject', "subject", 'state', "state", 'firstFailureAt', ${momentOf('first_failure_at')},
        'lastFailureAt', ${momentOf('last_failure_at')}, 'lastSuccessAt', ${momentOf('last_success_at')},
        'closedAt', ${momentOf('closed_at')}, 'flaps', "flaps"))::text
      from "episodes" order by "id"`);
  }
}

/** Adds a retry time per episode, so that an episode that fails to close does not delay other episodes. */
export class EpisodeEndingsMigration extends Migration {
  override name = '0020-episode-endings';

  override up(): void {
    this.addSql(`alter table "episodes" add column "ending_at" timestamptz(3) not null default now(),
      add column "ending_attempts" int not null default 0`);
  }
}

/**
 * Adds the trouble columns. Episodes with a sent or planned notice become trouble, so that a notice about their end follows.
 * Processes of the previous release keep writing during this migration; the column default makes their episodes trouble.
 */
export class TroubleMigration extends Migration {
  override name = '0027-trouble';

  override up(): void {
    this.addSql('alter table "episodes" add column "trouble_at" timestamptz(3) null default now()');
    this.addSql(`update "episodes" e set "trouble_at" = case when exists (
        select from "notices" n where n."subject" = 'episode:' || e."id")
      or exists (select from "transitions" t where t."subject" = 'episode:' || e."id" and t."planned_at" is null)
      then e."opened_at" end`);
    this.addSql(`alter table "episode_settlings" add column "trouble_failures" int not null default 3,
      add column "trouble_share" int not null default 20, add column "trouble_minutes" int not null default 10`);
    this.addSql(`alter table "episode_marks" add column "known_since" timestamptz(3) not null default now()`);
    this.addSql(`create table "activity_minutes" (
      "organization_id" int not null, "integration_id" int not null, "event_name" text not null,
      "minute" timestamptz(3) not null, "partition" int not null, "total" int not null, "failures" int not null,
      primary key ("organization_id", "integration_id", "event_name", "minute", "partition"))`);
    this.addSql('create index "activity_minutes_minute_index" on "activity_minutes" ("minute")');
    this.addSql(`create table "activity_hours" (
      "organization_id" int not null, "integration_id" int not null, "event_name" text not null,
      "hour" timestamptz(3) not null, "total" int not null,
      primary key ("organization_id", "integration_id", "event_name", "hour"))`);
  }
}

/** Schedules the closing of episodes that an earlier release gave up closing, for which that release wrote the timestamp `infinity`. */
export class FiniteEpisodeEndingsMigration extends Migration {
  override name = '0022-finite-episode-endings';

  override up(): void {
    this.addSql(`update "episodes" set "ending_at" = now(), "ending_attempts" = 0 where "ending_at" = 'infinity'`);
  }
}
