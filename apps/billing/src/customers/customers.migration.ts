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
