import { Migration } from '@mikro-orm/migrations';

export class CustomersMigration extends Migration {
  override name = '0003-customers';

  override up(): void {
    this.addSql(`create table "customers" (
      "organization_id" int not null primary key, "customer_id" text null, "name" text not null, "email" text null,
      "idempotency_key" uuid not null, "created_at" timestamptz(3) not null default now(),
      constraint "customers_customer_unique" unique ("customer_id"))`);
  }
}

export class TicketsMigration extends Migration {
  override name = '0007-tickets';

  override up(): void {
    this.addSql(`alter table "customers" add column "asked" bigint not null default '0',
      add column "read_from" bigint not null default '0', add column "read_until" bigint not null default '0'`);
  }
}

/** Deletes the e-mails of customers that already exist in Stripe, because Stripe stores the e-mail. */
export class CustomersWithoutEmailMigration extends Migration {
  override name = '0020-customers-without-email';

  override up(): void {
    this.addSql(`update "customers" set "email" = null where "customer_id" is not null`);
  }
}
