import { Migration } from '@mikro-orm/migrations';

export class ReconciliationMigration extends Migration {
  override name = '0006-reconciliation';

  override up(): void {
    this.addSql(`create table "reconciliation" ("id" int not null primary key, "started_at" timestamptz(3) not null)`);
    this.addSql(`insert into "reconciliation" ("id", "started_at") values (1, '-infinity')`);
  }
}

export class ReconciliationLeaseMigration extends Migration {
  override name = '0010-reconciliation-lease';

  override up(): void {
    this.addSql(
      `alter table "reconciliation" add column "holder" uuid null, add column "expires_at" timestamptz(3) null`,
    );
  }
}
