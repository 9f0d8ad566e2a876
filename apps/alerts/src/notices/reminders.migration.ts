import { Migration } from '@mikro-orm/migrations';
import { OPEN_INDEX } from './notice.entity.ts';

/** Adds a retry time per notice, so that a failed reminder does not delay other reminders. */
export class RemindersMigration extends Migration {
  override name = '0021-reminders';

  override up(): void {
    this.addSql(`alter table "notices" add column "remind_at" timestamptz(3) not null default now(),
      add column "remind_attempts" int not null default 0`);
    this.addSql(OPEN_INDEX);
  }
}
