import { Migration } from '@mikro-orm/migrations';
import { DIGEST_INDEX } from './notice.entity.ts';

/**
 * Adds digests, and the transition that began a notice's inbox entry. Processes of the previous release leave the column null, which
 * makes one entry per notice. Those processes use `notice_reads` and `used_links`, which the next release drops.
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
    this.addSql(`alter table "inbox_marks" add column "read_ids" int[] not null default '{}'`);
    this.addSql(`insert into "inbox_marks" as m ("user_id", "up_to", "read_ids")
      select "user_id", 0, array_agg("notice_id") from "notice_reads" group by "user_id"
      on conflict ("user_id") do update set "read_ids" = excluded."read_ids"`);
    this.addSql('alter table "deliveries" add column "link_used_at" timestamptz(3) null');
    this.addSql(`update "deliveries" d set "link_used_at" = now() from "used_links" u
      where u."id" = 'acknowledge:' || (d."message"->>'id') || ':' || d."channel_id"`);
  }
}
