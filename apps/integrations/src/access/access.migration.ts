import { Migration } from '@mikro-orm/migrations';
import { EMAIL_INDEX } from './user.entity.ts';

/** Creates copies of users and memberships from identity and orgs. */
export class AccessMigration extends Migration {
  override name = '0006-access';

  override up(): void {
    this.addSql(`create table "users" (
      "id" int not null primary key, "name" text not null, "email" text not null, "version" int not null,
      "deleted_at" timestamptz(3) null)`);
    this.addSql(EMAIL_INDEX);
    this.addSql(`create table "memberships" (
      "id" int not null primary key, "user_id" int not null, "organization_id" int not null, "approved" boolean not null,
      "role" text check ("role" in ('viewer', 'operator', 'manager')) not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
    this.addSql(`create index "memberships_user_organization_index"
      on "memberships" ("user_id", "organization_id")`);
  }
}

/** Gives the role the default of the shared entity. Every state contains a role, so the default never applies. */
export class MembershipRoleMigration extends Migration {
  override name = '0015-membership-role';

  override up(): void {
    this.addSql(`alter table "memberships" alter column "role" set default 'viewer'`);
  }
}
