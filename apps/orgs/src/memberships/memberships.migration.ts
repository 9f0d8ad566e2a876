import { Migration } from '@mikro-orm/migrations';

export class MembershipChangesMigration extends Migration {
  override name = '0004-membership-changes';

  override up(): void {
    this.addSql(`alter table "organizations" add column "members_version" int not null default 0`);
    this.addSql(`create table "membership_changes" (
      "id" bigserial primary key, "organization_id" int not null, "members_version" int not null, "user_id" int not null,
      "approved_before" boolean null, "approved_after" boolean null, "changed_at" timestamptz(3) not null default now())`);
    this.addSql(`create index "membership_changes_version_index"
      on "membership_changes" ("organization_id", "members_version")`);
  }
}
