import { Migration } from '@mikro-orm/migrations';

/** Adds sessions. Tokens issued earlier have no session, and stay valid until they expire after 15 minutes. */
export class SessionsMigration extends Migration {
  override name = '0019-sessions';

  override up(): void {
    this.addSql(`create table "sessions" (
      "id" serial primary key, "user_id" int not null, "secret_hash" text not null, "issuer" text not null,
      "device" text not null, "address" text not null, "is_multi_factor" boolean not null,
      "started_at" timestamptz(3) not null default now(), "last_used_at" timestamptz(3) not null default now())`);
    this.addSql(`create index "sessions_user_index" on "sessions" ("user_id")`);
    this.addSql(`create index "sessions_started_index" on "sessions" ("started_at")`);
  }
}

/** Adds the administrator and the reason to sessions in which an administrator views an organization. */
export class ViewSessionsMigration extends Migration {
  override name = '0020-view-sessions';

  override up(): void {
    this.addSql(`alter table "sessions" add column "actor_id" int null, add column "reason" text null`);
    this.addSql(`create index "sessions_actor_index" on "sessions" ("actor_id")`);
  }
}

/** Adds the provider's session id, by which the provider ends sessions. */
export class ProviderSessionsMigration extends Migration {
  override name = '0022-provider-sessions';

  override up(): void {
    this.addSql(`alter table "sessions" add column "provider_sid" text null`);
    this.addSql(`create index "sessions_provider_sid_index" on "sessions" ("provider_sid")`);
  }
}
