import { Migration } from '@mikro-orm/migrations';

export class ViewAccessMigration extends Migration {
  override name = '0030-view-access';

  override up(): void {
    this.addSql(`create table "view_access" (
      "organization_id" int not null primary key, "until" timestamptz(3) not null, "allowed_by" int not null)`);
    this.addSql(`create index "view_access_until_index" on "view_access" ("until")`);
  }
}
