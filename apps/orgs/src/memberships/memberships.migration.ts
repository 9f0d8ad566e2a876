import { Migration } from '@mikro-orm/migrations';
import { membershipChanged } from '@portico/contracts/events/orgs';

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

/** Makes the first approved member of each organization its manager, and publishes the new state of the membership. */
export class MembershipRolesMigration extends Migration {
  override name = '0009-membership-roles';

  override up(): void {
    this.addSql(`alter table "memberships" add column "role" text
      check ("role" in ('viewer', 'operator', 'manager')) not null default 'viewer'`);
    this.addSql(`with "managers" as (
        update "memberships" set "role" = 'manager', "version" = "version" + 1
        where "id" in (select min("id") from "memberships" where "approved" group by "organization_id") returning *)
      insert into "outbox" ("topic", "key", "value")
      select '${membershipChanged.topic}', "id"::text, jsonb_build_object(
        'specversion', '1.0', 'id', gen_random_uuid(), 'source', '${membershipChanged.source}',
        'type', '${membershipChanged.type}', 'subject', "id"::text,
        'time', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'datacontenttype', 'application/json',
        'data', jsonb_build_object('id', "id", 'version', "version", 'userId', "user_id",
          'organizationId', "organization_id", 'approved', "approved", 'role', "role", 'deletedAt', null))::text
      from "managers" order by "id"`);
  }
}

export class InvitedMembershipsMigration extends Migration {
  override name = '0011-invited-memberships';

  override up(): void {
    this.addSql(`alter table "memberships" add column "invited" boolean not null default false`);
  }
}
