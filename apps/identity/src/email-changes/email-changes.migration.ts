import { Migration } from '@mikro-orm/migrations';
import { addSendings } from '@portico/postgres/sendings';

export class EmailChangesMigration extends Migration {
  override name = '0014-email-changes';

  override up(): void {
    this.addSql(`create table "email_changes" (
      "id" serial primary key, "user_id" int not null, "old_email" text not null, "new_email" text not null,
      "requested_by" int not null,
      "requested_as" text check ("requested_as" in ('self', 'admin', 'super_admin')) not null,
      "requested_at" timestamptz(3) not null default now(), "expires_at" timestamptz(3) not null, "nonce" text not null,
      "confirm_hash" text not null, "cancel_hash" text not null,
      "confirmed_at" timestamptz(3) null, "canceled_at" timestamptz(3) null,
      "notice_mail_at" timestamptz(3) null, "confirm_mail_at" timestamptz(3) null,
      "mail_attempts" int not null default 0, "mail_error" text null,
      constraint "email_changes_confirm_hash_unique" unique ("confirm_hash"),
      constraint "email_changes_cancel_hash_unique" unique ("cancel_hash"))`);
    this.addSql('create index "email_changes_user_index" on "email_changes" ("user_id")');
    for (const statement of addSendings()) this.addSql(statement);
    this.addSql('alter table "users" add column "was_admin_at" timestamptz(3) null');
  }
}
