import { Migration } from '@mikro-orm/migrations';

export class UsersMigration extends Migration {
  override name = '0003-users';

  override up(): void {
    this.addSql(`create table "users" (
      "id" int not null primary key, "name" text null, "email" text null,
      "usertype" text check ("usertype" in ('LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN')) null,
      "version" int not null, "deleted_at" timestamptz(3) null)`);
  }
}
