import { Migration } from '@mikro-orm/migrations';

/** Adds the keys that sign Kafka tokens. */
export class TokensMigration extends Migration {
  override name = '0009-tokens';

  override up(): void {
    this.addSql(`create table "signing_keys" (
      "kid" text not null primary key, "private_key" jsonb not null, "created_at" timestamptz(3) not null default now(),
      "activates_at" timestamptz(3) not null default now())`);
  }
}
