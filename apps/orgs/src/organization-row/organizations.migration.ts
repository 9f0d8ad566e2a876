import { Migration } from '@mikro-orm/migrations';
import { addSearchText, renewSearchText } from '@portico/postgres';

export class OrganizationsMigration extends Migration {
  override name = '0002-organizations';

  override up(): void {
    this.addSql(`create table "organizations" (
      "id" serial primary key, "name" text not null, "billing_email" text null, "address_line1" text null,
      "address_line2" text null, "city" text null, "state" text null, "zip_code" int null, "country" text null,
      "reference_id" text null, "customer_id" text null, "version" int not null default 1,
      "created_at" timestamptz(3) not null default now())`);
    this.addSql(`create table "memberships" (
      "id" serial primary key, "user_id" int not null, "organization_id" int not null, "approved" boolean not null,
      "version" int not null default 1, "created_at" timestamptz(3) not null default now(),
      constraint "memberships_user_organization_unique" unique ("user_id", "organization_id"))`);
    this.addSql(`create index "memberships_organization_index" on "memberships" ("organization_id")`);
  }
}

export class OrganizationsSearchMigration extends Migration {
  override name = '0006-organizations-search';

  override up(): void {
    for (const statement of addSearchText('organizations', 'name')) this.addSql(statement);
  }
}

/** Renews the search text, so that decomposed and composed forms of a letter match each other. */
export class ComposedOrganizationsSearchMigration extends Migration {
  override name = '0013-composed-search';

  override up(): void {
    for (const statement of renewSearchText('organizations', 'name')) this.addSql(statement);
  }
}

export class AuditDaysMigration extends Migration {
  override name = '0031-audit-days';

  override up(): void {
    this.addSql('alter table "organizations" add column "audit_days" int null');
  }
}
