import { Migration } from '@mikro-orm/migrations';
import { UNIQUE_NAME } from './view.entity.ts';

export class ViewsMigration extends Migration {
  override name = '0008-views';

  override up(): void {
    this.addSql(`create table "views" (
      "id" serial primary key, "user_id" int not null, "name" text not null, "search" jsonb not null,
      "created_at" timestamptz(3) not null default now(),
      constraint "views_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`);
    this.addSql(UNIQUE_NAME);
  }
}
