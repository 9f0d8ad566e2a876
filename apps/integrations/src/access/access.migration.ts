import { Migration } from '@mikro-orm/migrations';

/** Copies of users and memberships, followed from identity and orgs. */
export class AccessMigration extends Migration {
  override name = '0006-access';

  override up(): void {
    this.addSql(`create table "users" (
      "id" int not null primary key, "name" text not null, "email" text not null, "version" int not null,
      "deleted_at" timestamptz(3) null)`);
    this.addSql(`create index "users_email_index" on "users" (lower("email"))`);
    this.addSql(`create table "memberships" (
      "id" int not null primary key, "user_id" int not null, "organization_id" int not null, "approved" boolean not null,
      "role" text not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create index "memberships_user_index" on "memberships" ("user_id")`);
  }
}
