import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the responsible person of channels and rules; by default the creator. The next start of the service checks whether each
 * responsible person still has the right.
 */
export class ResponsibleMigration extends Migration {
  override name = '0019-responsible';

  override up(): void {
    for (const table of ['channels', 'rules']) {
      this.addSql(`alter table "${table}" add column "responsible_user_id" int null,
        add column "needs_owner_since" timestamptz(3) null`);
      this.addSql(
        `create index "${table}_responsible_index" on "${table}" ((coalesce("responsible_user_id", "created_by")))`,
      );
      this.addSql(`create index "${table}_needs_owner_index" on "${table}" ("needs_owner_since")
        where "needs_owner_since" is not null`);
    }
    this.addSql('alter table "notices" drop constraint "notices_kind_check"');
    this.addSql(`alter table "notices" add constraint "notices_kind_check" check ("kind" in ('episode.opened',
      'episode.closed', 'episode.flapping', 'integration.silent', 'integration.back', 'view.more', 'view.none', 'view.over',
      'platform.behind', 'platform.caught_up', 'channel.failing', 'channel.disabled', 'owner.needed', 'owner.ended'))`);
  }
}

/** Adds the table of keys and shared views of other services that need a new owner. */
export class HandoversMigration extends Migration {
  override name = '0023-handovers';

  override up(): void {
    this.addSql(`create table "handovers" ("subject" text not null primary key, "version" int not null,
      "needs_owner_since" timestamptz(3) null, "deleted_at" timestamptz(3) null)`);
  }
}
