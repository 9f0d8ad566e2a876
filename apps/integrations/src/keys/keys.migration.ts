import { Migration } from '@mikro-orm/migrations';

export class KeysMigration extends Migration {
  override name = '0007-integration-keys';

  override up(): void {
    this.addSql(`create table "integration_keys" (
      "id" serial primary key, "key_id" text not null, "integration_id" int not null,
      "kind" text check ("kind" in ('publish', 'read')) not null, "mode" text check ("mode" in ('live', 'test')) not null,
      "label" text not null, "hash" text not null, "created_by" text null, "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null,
      "version" int not null default 1)`);
    this.addSql(`create unique index "integration_keys_key_id_unique" on "integration_keys" ("key_id")`);
    this.addSql(`create index "integration_keys_integration_index" on "integration_keys" ("integration_id")`);
  }
}

/** Adds the creator's right: publisher for existing keys whose creator publishes for, but does not manage, the integration. */
export class KeyMakersMigration extends Migration {
  override name = '0012-key-makers';

  override up(): void {
    this.addSql(`alter table "integration_keys" add column "created_as" text
      check ("created_as" in ('admin', 'manager', 'publisher')) null`);
    this.addSql(`update "integration_keys" k set "created_as" = 'publisher'
      where exists (select from "publishers" p where p."integration_id" = k."integration_id" and p."email" = lower(k."created_by"))
        and not exists (select from "users" u join "memberships" m on m."user_id" = u."id" and m."deleted_at" is null
          join "integrations" i on i."organization_id" = m."organization_id"
          where i."id" = k."integration_id" and lower(u."email") = lower(k."created_by") and m."approved" and m."role" = 'manager')`);
  }
}
