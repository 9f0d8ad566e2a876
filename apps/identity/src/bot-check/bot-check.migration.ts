import { Migration } from '@mikro-orm/migrations';

export class BotCheckMigration extends Migration {
  override name = '0006-bot-check';

  override up(): void {
    this.addSql(`create table "used_proofs" ("id" uuid not null primary key, "expires_at" timestamptz(3) not null)`);
    this.addSql(`create index "used_proofs_expires_at_index" on "used_proofs" ("expires_at")`);
  }
}
