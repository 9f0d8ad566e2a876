import { Migration } from '@mikro-orm/migrations';
import { addSearchText } from '@portico/postgres';
import { UNIQUE_NAME } from './integration.entity.ts';

export class IntegrationsMigration extends Migration {
  override name = '0003-integrations';

  override up(): void {
    this.addSql(`create table "integrations" (
      "id" serial primary key, "name" text not null, "display_name" text null, "external_ref_id" text null,
      "description" text null, "instance_url" text null, "active" boolean not null default true,
      "integration_type" text check ("integration_type" in ('lambda', 'other')) not null default 'other',
      "account_id" text null, "region" text null, "organization_id" int null,
      "version" int not null default 1, "created_at" timestamptz(3) not null default now())`);
    this.addSql(UNIQUE_NAME);
  }
}

export class IntegrationsSearchMigration extends Migration {
  override name = '0004-integrations-search';

  override up(): void {
    for (const statement of addSearchText('integrations', 'name', 'display_name')) this.addSql(statement);
  }
}
