import { Migration } from '@mikro-orm/migrations';
import { addSearchText, renewSearchText } from '@portico/postgres';
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

/** Adds trust, quotas and own topics. Existing integrations are trusted in the shared topic as before. */
export class IntegrationDoorsMigration extends Migration {
  override name = '0005-integration-doors';

  override up(): void {
    this.addSql(`alter table "integrations"
      add column "trust" text check ("trust" in ('open', 'observe', 'enforce')) not null default 'open',
      add column "events_per_minute" int not null default 6000,
      add column "bytes_per_day" bigint not null default 1073741824,
      add column "has_door" boolean not null default false`);
    this.addSql(`alter table "integrations" alter column "trust" set default 'observe',
      alter column "events_per_minute" drop default, alter column "bytes_per_day" drop default`);
  }
}

export class IntegrationEpisodesMigration extends Migration {
  override name = '0011-integration-episodes';

  override up(): void {
    this.addSql('alter table "integrations" add column "episodes_by_subject" boolean not null default false');
  }
}

/** Renews the search text, so that decomposed and composed forms of a letter match each other. */
export class ComposedIntegrationsSearchMigration extends Migration {
  override name = '0013-composed-search';

  override up(): void {
    for (const statement of renewSearchText('integrations', 'name', 'display_name')) this.addSql(statement);
  }
}
