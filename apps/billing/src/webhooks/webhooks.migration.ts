import { Migration } from '@mikro-orm/migrations';

export class WebhooksMigration extends Migration {
  override name = '0005-webhooks';

  override up(): void {
    this.addSql(`create table "webhook_events" (
      "id" text not null primary key, "type" text not null, "customer_id" text null,
      "received_at" timestamptz(3) not null default now(), "worked_at" timestamptz(3) null,
      "attempts" int not null default 0, "next_attempt_at" timestamptz(3) not null default now(), "last_error" text null)`);
    this.addSql(
      `create index "webhook_events_waiting_index" on "webhook_events" ("next_attempt_at") where "worked_at" is null`,
    );
  }
}

export class DisputesMigration extends Migration {
  override name = '0008-disputes';

  override up(): void {
    this.addSql(`alter table "webhook_events" add column "charge_id" text null`);
  }
}
