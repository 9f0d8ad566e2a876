import { Migration } from '@mikro-orm/migrations';
import { DIGEST_INDEX } from './notice.entity.ts';

/**
 * Which transition began the entry of an inbox that a notice is part of, and digests. Processes of the release before leave the
 * column null: an entry each.
 */
export class EntriesMigration extends Migration {
  override name = '0029-entries';

  override up(): void {
    this.addSql('alter table "notices" add column "entry_id" int null');
    this.addSql('alter table "notices" drop constraint "notices_kind_check"');
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in ('episode.opened',
      'episode.closed', 'episode.flapping', 'integration.silent', 'integration.back', 'view.more', 'view.none', 'view.over',
      'platform.behind', 'platform.caught_up', 'maintenance.over', 'channel.failing', 'channel.disabled', 'owner.needed',
      'owner.ended', 'digest.below')) not valid`);
    this.addSql('alter table "notices" validate constraint "notices_kind_check"');
    this.addSql(DIGEST_INDEX);
  }
}
