import { Migration } from '@mikro-orm/migrations';

export class PublishersMigration extends Migration {
  override name = '0008-publishers';

  override up(): void {
    this.addSql(`create table "publishers" (
      "id" serial primary key, "integration_id" int not null, "email" text not null, "user_id" int null,
      "version" int not null default 1, "created_at" timestamptz(3) not null)`);
    this.addSql(
      `create unique index "publishers_integration_email_unique" on "publishers" ("integration_id", "email")`,
    );
    this.addSql(`create index "publishers_user_index" on "publishers" ("user_id")`);
    this.addSql(`create index "publishers_email_index" on "publishers" ("email")`);
  }
}
