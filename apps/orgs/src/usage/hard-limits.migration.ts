import { Migration } from '@mikro-orm/migrations';

/** Adds what is counted to entitlements; the next count fills it in. */
export class HardLimitsMigration extends Migration {
  override name = '0015-hard-limits';

  override up(): void {
    this.addSql('alter table "meters" add column "hard" boolean not null default false');
    this.addSql('alter table "organization_entitlements" add column "period" jsonb null');
  }
}
