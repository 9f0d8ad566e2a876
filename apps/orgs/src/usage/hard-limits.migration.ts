import { Migration } from '@mikro-orm/migrations';

/** Entitlements say what their used count is of; the next look of the counting fills it in. */
export class HardLimitsMigration extends Migration {
  override name = '0015-hard-limits';

  override up(): void {
    this.addSql('alter table "meters" add column "hard" boolean not null default false');
    this.addSql('alter table "organization_entitlements" add column "period" jsonb null');
  }
}
