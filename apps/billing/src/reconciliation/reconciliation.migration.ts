import { Migration } from '@mikro-orm/migrations';

export class ReconciliationMigration extends Migration {
  override name = '0006-reconciliation';

  override up(): void {
    this.addSql(`create table "reconciliation" ("id" int not null primary key, "started_at" timestamptz(3) not null)`);
    this.addSql(`insert into "reconciliation" ("id", "started_at") values (1, '-infinity')`);
  }
}
