import { Migration } from '@mikro-orm/migrations';

export class PurchasesMigration extends Migration {
  override name = '0004-purchases';

  override up(): void {
    this.addSql(`create table "purchases" (
      "id" serial primary key, "organization_id" int not null, "customer_id" text not null,
      "checkout_session_id" text not null, "subscription_id" text null, "currency" text not null,
      "amount_total" int not null, "items" jsonb not null, "version" int not null,
      "purchased_at" timestamptz(3) not null, "bought_by" int null,
      constraint "purchases_session_unique" unique ("checkout_session_id"))`);
    this.addSql(`create index "purchases_organization_index" on "purchases" ("organization_id")`);
  }
}

/** Widens columns from four bytes, because versions start at seconds since 1970, which exceed four bytes in January 2038. */
export class PurchaseVersionsMigration extends Migration {
  override name = '0009-purchase-versions';

  override up(): void {
    this.addSql(`alter table "purchases" alter column "version" type bigint, alter column "amount_total" type bigint`);
  }
}
