import { Migration } from '@mikro-orm/migrations';

export class TokensMigration extends Migration {
  override name = '0003-tokens';

  override up(): void {
    this.addSql(`create table "signing_keys" (
      "kid" text not null primary key, "private_key" jsonb not null, "created_at" timestamptz(3) not null default now())`);
  }
}

/** Adds the rotation of signing keys. Existing keys count as active. */
export class KeyRotationMigration extends Migration {
  override name = '0005-key-rotation';

  override up(): void {
    this.addSql(`alter table "signing_keys" add column "activates_at" timestamptz(3) not null default now()`);
    this.addSql(`update "signing_keys" set "activates_at" = "created_at"`);
  }
}
