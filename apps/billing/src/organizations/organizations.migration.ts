import { Migration } from '@mikro-orm/migrations';

export class OrganizationsMigration extends Migration {
  override name = '0002-organizations';

  override up(): void {
    this.addSql(`create table "organizations" (
      "id" int not null primary key, "name" text not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create table "memberships" (
      "id" int not null primary key, "user_id" int not null, "organization_id" int not null,
      "approved" boolean not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create index "memberships_user_organization_index" on "memberships" ("user_id", "organization_id")`);
  }
}

export class MembershipRolesMigration extends Migration {
  override name = '0012-membership-roles';

  override up(): void {
    this.addSql(`alter table "memberships" add column "role" text
      check ("role" in ('viewer', 'operator', 'manager')) not null default 'viewer'`);
  }
}
