import { Migration } from '@mikro-orm/migrations';

export class EntitlementsMigration extends Migration {
  override name = '0005-entitlements';

  override up(): void {
    this.addSql(`create table "organization_products" (
      "id" serial primary key, "organization_id" int not null, "name" text not null, "type" text not null,
      "instance_url" text null, "active" boolean not null default true,
      "created_at" timestamptz(3) not null default now(),
      constraint "organization_products_name_unique" unique ("organization_id", "name"))`);
    this.addSql(`create table "organization_entitlements" (
      "id" serial primary key, "organization_id" int not null, "lookup_key" text not null, "name" text not null,
      "description" text null, "used_count" int not null default 0, "allowed_count" int not null,
      "active" boolean not null default true, "version" int not null default 1,
      "created_at" timestamptz(3) not null default now(),
      constraint "organization_entitlements_lookup_key_unique" unique ("organization_id", "lookup_key"))`);
  }
}

/** Stores grants of purchases separately from administrators' adjustments. */
export class PurchasesMigration extends Migration {
  override name = '0007-purchases';

  override up(): void {
    this.addSql(`create table "purchases" (
      "checkout_session_id" text not null primary key, "organization_id" int not null, "items" jsonb not null,
      "version" int not null)`);
    this.addSql(`create index "purchases_organization_index" on "purchases" ("organization_id")`);
    this.addSql(`alter table "organization_entitlements" add column "granted_count" int not null default 0,
      add column "adjustment" int not null default 0`);
    this.addSql(`update "organization_entitlements" set "adjustment" = "allowed_count"`);
  }
}

/** Widens the version, because billing's versions start at the seconds since 1970, which overflow four bytes in January 2038. */
export class PurchaseVersionsMigration extends Migration {
  override name = '0008-purchase-versions';

  override up(): void {
    this.addSql(`alter table "purchases" alter column "version" type bigint`);
  }
}
