import { Migration } from '@mikro-orm/migrations';

export class OrganizationsMigration extends Migration {
  override name = '0002-organizations';

  override up(): void {
    this.addSql(`create table "organizations" (
      "id" int not null primary key, "name" text not null, "version" int not null, "deleted_at" timestamptz(3) null)`);
  }
}
