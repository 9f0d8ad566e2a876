import { Migration } from '@mikro-orm/migrations';

export class ChannelNoticesMigration extends Migration {
  override name = '0015-channel-notices';

  override up(): void {
    this.addSql(
      'alter table "notices" alter column "rule_id" drop not null, alter column "transition_id" drop not null',
    );
    this.addSql('alter table "notices" drop constraint "notices_kind_check"');
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in ('episode.opened',
      'episode.closed', 'episode.flapping', 'integration.silent', 'integration.back', 'view.more', 'view.none', 'view.over',
      'platform.behind', 'platform.caught_up', 'channel.failing', 'channel.disabled'))`);
  }
}
