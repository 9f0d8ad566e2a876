import { Migration } from '@mikro-orm/migrations';

export class DeliveriesMigration extends Migration {
  override name = '0013-deliveries';

  override up(): void {
    this.addSql(`create table "deliveries" (
      "id" serial primary key, "channel_id" int not null,
      "kind" text check ("kind" in ('notice', 'reminder', 'digest', 'summary', 'test', 'verification')) not null,
      "organization_id" int null, "message" jsonb not null, "notices" int not null,
      "state" text check ("state" in ('pending', 'sending', 'sent', 'edited', 'failed', 'dropped')) not null,
      "is_edit" boolean not null default false, "attempts" int not null default 0, "lease" int not null default 0,
      "next_at" timestamptz(3) null, "status" int null, "last_error" text null, "remote_ref" text null,
      "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null)`);
    this.addSql('create index "deliveries_channel_index" on "deliveries" ("channel_id", "id")');
    this.addSql('create index "deliveries_next_index" on "deliveries" ("next_at")');
    this.addSql(`create table "pending_notices" (
      "notice_id" int not null, "channel_id" int not null, "due_at" timestamptz(3) null, "delivery_id" int null,
      "never" text null, "is_over_budget" boolean not null default false,
      primary key ("notice_id", "channel_id"))`);
    this.addSql('create index "pending_notices_due_index" on "pending_notices" ("due_at")');
    this.addSql('create index "pending_notices_channel_index" on "pending_notices" ("channel_id", "due_at")');
    this.addSql('create index "pending_notices_delivery_index" on "pending_notices" ("delivery_id")');
  }
}

/** Adds an index of waiting messages by channel, with which senders find the next message of each owner. */
export class WaitingDeliveriesMigration extends Migration {
  override name = '0025-waiting-deliveries';

  override up(): void {
    this.addSql(
      'create index "deliveries_waiting_index" on "deliveries" ("channel_id", "next_at") where "next_at" is not null',
    );
  }
}
