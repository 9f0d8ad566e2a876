import { Migration } from '@mikro-orm/migrations';

export class PrivacyMigration extends Migration {
  override name = '0018-privacy';

  override up(): void {
    this.addSql(`create table "privacy_rules" (
      "id" serial primary key, "organization_id" int not null, "version" int not null default 1, "key" text not null,
      "rules" jsonb not null, constraint "privacy_rules_organization_unique" unique ("organization_id"))`);
  }
}
