import { Migration } from '@mikro-orm/migrations';
import { OPEN_INDEX } from '../notices/notice.entity.ts';

const TRANSITIONS = `'episode.opened', 'episode.closed', 'episode.flapping', 'integration.silent', 'integration.back',
  'view.more', 'view.none', 'view.over', 'usage.50', 'usage.80', 'usage.100', 'usage.over', 'platform.behind',
  'platform.caught_up', 'maintenance.over'`;
const OTHER_KINDS = `'channel.failing', 'channel.disabled', 'owner.needed', 'owner.ended', 'digest.below'`;

/** Adds usage notices. A console of the previous release cannot show an inbox with a usage notice until the page is reloaded. */
export class UsageMigration extends Migration {
  override name = '0032-usage';

  override up(): void {
    this.addSql(`create table "usage_marks" ("id" int not null primary key, "version" int not null, "period" text null,
      "said" int[] not null default '{}', "open" int[] not null default '{}')`);
    for (const [table, kinds] of [
      ['transitions', TRANSITIONS],
      ['notices', `${TRANSITIONS}, ${OTHER_KINDS}`],
    ]) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds})) not valid`);
      this.addSql(`alter table "${table}" validate constraint "${table}_kind_check"`);
    }
    this.addSql('drop index "notices_open_index"');
    this.addSql(OPEN_INDEX);
  }
}
