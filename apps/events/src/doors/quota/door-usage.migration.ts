import { Migration } from '@mikro-orm/migrations';

export class DoorUsageMigration extends Migration {
  override name = '0002-door-usage';

  override up(): void {
    this.addSql(`create table "door_usage" (
      "day" date not null, "integration_id" int not null, "process" text not null, "bytes" bigint not null,
      "minute" bigint not null, "events" bigint not null, primary key ("day", "integration_id", "process"))`);
  }
}
