import { Migration } from '@mikro-orm/migrations';
import { addSendings } from '@portico/postgres/sendings';

export class ChannelsMigration extends Migration {
  override name = '0010-channels';

  override up(): void {
    this.addSql(`create table "channels" (
      "id" serial primary key, "owner" text check ("owner" in ('product', 'organization', 'user')) not null,
      "organization_id" int null, "user_id" int null, "created_by" int not null,
      "created_at" timestamptz(3) not null default now(),
      "type" text check ("type" in ('email', 'slack', 'teams', 'pagerduty', 'webhook')) not null,
      "name" text not null, "hint" text not null, "edits_messages" boolean not null, "sealed" text not null,
      "sealed_previous" text null, "previous_until" timestamptz(3) null, "verified_at" timestamptz(3) null,
      "code_nonce" text null, "code_expires_at" timestamptz(3) null, "code_attempts" int not null default 0,
      "failing_since" timestamptz(3) null, "disabled_at" timestamptz(3) null, "last_delivered_at" timestamptz(3) null,
      "last_error" text null)`);
    this.addSql('create index "channels_owner_index" on "channels" ("owner", "organization_id", "user_id")');
  }
}

export class SendingsMigration extends Migration {
  override name = '0016-sendings';

  override up(): void {
    for (const statement of addSendings()) this.addSql(statement);
  }
}

/** Adds the columns of further channel types: host, time zone, headers. */
export class ReceiversMigration extends Migration {
  override name = '0024-receivers';

  override up(): void {
    this.addSql('alter table "channels" drop constraint "channels_type_check"');
    this
      .addSql(`alter table "channels" add constraint "channels_type_check" check ("type" in ('email', 'slack', 'teams',
      'google-chat', 'discord', 'pagerduty', 'opsgenie', 'webhook'))`);
    this
      .addSql(`alter table "channels" add column "host" text null, add column "header_names" jsonb not null default '[]',
      add column "time_zone" text not null default 'UTC'`);
    // The address is encrypted. The readable hint of a URL begins with the host.
    this.addSql(`update "channels" set "host" = case when "type" = 'email' then null
      when "type" = 'pagerduty' or "hint" like '#%' then "type" else split_part("hint", '/', 1) end`);
  }
}
