import { Migration } from '@mikro-orm/migrations';

/** Adds hard limits to meters and the counted period to entitlements. The next count sets the period. */
export class HardLimitsMigration extends Migration {
  override name = '0015-hard-limits';

  override up(): void {
    this.addSql('alter table "meters" add column "hard" boolean not null default false');
    this.addSql('alter table "organization_entitlements" add column "period" jsonb null');
  }
}
