import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the creator of each key, identified by e-mail, responsible for the key. The next start of the service checks the creators'
 * rights, because the copy of users has no user types before.
 */
export class KeyOwnersMigration extends Migration {
  override name = '0013-key-owners';

  override up(): void {
    this.addSql('alter table "users" add column "usertype" text null');
    this.addSql(`alter table "integration_keys" add column "responsible_user_id" int null,
      add column "needs_owner_since" timestamptz(3) null`);
    this.addSql(`update "integration_keys" k set "responsible_user_id" = u."id" from "users" u
      where u."deleted_at" is null and lower(u."email") = lower(k."created_by")`);
    this.addSql('create index "integration_keys_responsible_index" on "integration_keys" ("responsible_user_id")');
    this.addSql(`create index "integration_keys_needs_owner_index" on "integration_keys" ("needs_owner_since")
      where "needs_owner_since" is not null`);
  }
}
