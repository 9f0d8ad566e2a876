import { Migration } from '@mikro-orm/migrations';

export class NoticesMigration extends Migration {
  override name = '0012-notices';

  override up(): void {
    this.addSql(`create table "notices" (
      "id" serial primary key, "rule_id" int not null, "transition_id" int not null,
      "owner" text check ("owner" in ('product', 'organization', 'user')) not null,
      "owner_organization_id" int null, "owner_user_id" int null,
      "kind" text check ("kind" in ('episode.opened', 'episode.closed', 'episode.flapping', 'integration.silent',
        'integration.back', 'view.more', 'view.none', 'view.over', 'platform.behind', 'platform.caught_up')) not null,
      "subject" text not null, "organization_id" int null, "integration_id" int null, "event_name" text null,
      "severity" text null, "at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(),
      "organization" text null, "integration" text null, "title" text not null, "text" text not null,
      "link" text not null, "event" jsonb null, "over_at" timestamptz(3) null,
      "over_noted_at" timestamptz(3) null, "inbox_at" timestamptz(3) null, "is_announced" boolean not null default false,
      "reminded_at" timestamptz(3) null,
      constraint "notices_rule_transition_unique" unique ("rule_id", "transition_id"))`);
    this.addSql('create index "notices_subject_index" on "notices" ("subject", "id")');
    this.addSql(`create index "notices_unannounced_index" on "notices" ("inbox_at")
      where "inbox_at" is not null and not "is_announced"`);
    this.addSql(`create index "notices_owner_index" on "notices"
      ("owner", "owner_organization_id", "owner_user_id", "id")`);
    this.addSql(`create table "notice_reads" ("user_id" int not null, "notice_id" int not null,
      primary key ("user_id", "notice_id"))`);
    this.addSql('create table "inbox_marks" ("user_id" int not null primary key, "up_to" int not null)');
    this.addSql('create table "used_links" ("id" text not null primary key, "expires_at" timestamptz(3) not null)');
  }
}
