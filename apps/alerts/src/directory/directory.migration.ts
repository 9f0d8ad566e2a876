import { Migration } from '@mikro-orm/migrations';

/** Creates the copies of organizations, memberships, integrations and users. */
export class DirectoryMigration extends Migration {
  override name = '0001-directory';

  override up(): void {
    this.addSql(`create table "organizations" (
      "id" int not null primary key, "name" text not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create table "integrations" (
      "id" int not null primary key, "name" text not null, "active" boolean not null, "organization_id" int null,
      "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create table "memberships" (
      "id" int not null primary key, "user_id" int not null, "organization_id" int not null, "approved" boolean not null,
      "role" text check ("role" in ('viewer', 'operator', 'manager')) not null, "version" int not null,
      "deleted_at" timestamptz(3) null)`);
    this.addSql('create index "memberships_user_index" on "memberships" ("user_id", "organization_id")');
    this.addSql('create index "memberships_organization_index" on "memberships" ("organization_id")');
    this.addSql(`create table "users" (
      "id" int not null primary key, "name" text not null, "email" text not null,
      "usertype" text check ("usertype" in ('LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN')) not null,
      "access_version" int not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
  }
}
