import { Migration } from '@mikro-orm/migrations';

export class HooksMigration extends Migration {
  override name = '0014-hooks';

  override up(): void {
    this.addSql(`alter table "integration_keys" add column "hook_id" text null, add column "hook_scheme" text null,
      add column "hook_sealed" text null`);
    this.addSql('alter table "integrations" add column "mapping" text null');
  }
}
