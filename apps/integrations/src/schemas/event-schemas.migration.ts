import { Migration } from '@mikro-orm/migrations';

export class EventSchemasMigration extends Migration {
  override name = '0010-event-schemas';

  override up(): void {
    this.addSql(`create table "integration_event_schemas" (
      "integration_id" int not null, "event_name" text not null, "schema" text not null,
      "updated_at" timestamptz(3) not null, "updated_by" text not null,
      primary key ("integration_id", "event_name"))`);
  }
}
