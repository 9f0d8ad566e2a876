import { Migration } from '@mikro-orm/migrations';
import { STARTS_INDEX } from './maintenance.entity.ts';

const TRANSITIONS = `'episode.opened', 'episode.closed', 'episode.flapping', 'integration.silent', 'integration.back',
  'view.more', 'view.none', 'view.over', 'platform.behind', 'platform.caught_up', 'maintenance.over'`;

export class MaintenanceMigration extends Migration {
  override name = '0026-maintenance';

  override up(): void {
    this.addSql(`create table "maintenance_windows" (
      "id" serial primary key, "scope" text check ("scope" in ('product', 'organization', 'integration')) not null,
      "organization_id" int null, "integration_id" int null, "reason" text not null, "when" jsonb not null,
      "starts_at" timestamptz(3) null, "ends_at" timestamptz(3) null, "taken_until" timestamptz(3) null,
      "ended_early_at" timestamptz(3) null, "created_by" int not null, "created_at" timestamptz(3) not null)`);
    this.addSql(STARTS_INDEX);
    this.addSql(
      'create index "maintenance_windows_organization_index" on "maintenance_windows" ("organization_id", "id")',
    );
    this.addSql('alter table "notices" add column "in_maintenance" boolean not null default false');
    this.addSql('alter table "transitions" drop constraint "transitions_kind_check"');
    this.addSql(`alter table "transitions" add constraint "transitions_kind_check" check ("kind" in (${TRANSITIONS}))`);
    this.addSql('alter table "notices" drop constraint "notices_kind_check"');
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in (${TRANSITIONS},
      'channel.failing', 'channel.disabled', 'owner.needed', 'owner.ended'))`);
  }
}
