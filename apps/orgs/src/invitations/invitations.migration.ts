import { Migration } from '@mikro-orm/migrations';
import { addSendings } from '@portico/postgres/sendings';

export class InvitationsMigration extends Migration {
  override name = '0010-invitations';

  override up(): void {
    this.addSql(`create table "invitations" (
      "id" serial primary key, "organization_id" int not null, "email" text not null,
      "role" text check ("role" in ('viewer', 'operator', 'manager')) not null, "invited_by" int not null,
      "created_at" timestamptz(3) not null default now(), "expires_at" timestamptz(3) not null,
      "nonce" text not null, "token_hash" text not null,
      "accepted_at" timestamptz(3) null, "accepted_by" int null, "revoked_at" timestamptz(3) null,
      "mail" text check ("mail" in ('waiting', 'sent', 'refused', 'off')) not null,
      "mail_attempts" int not null default 0, "next_mail_at" timestamptz(3) null, "mail_error" text null,
      constraint "invitations_token_hash_unique" unique ("token_hash"))`);
    this.addSql(`create index "invitations_organization_index" on "invitations" ("organization_id", "id")`);
    this.addSql(`create index "invitations_email_index" on "invitations" ("email")`);
    this.addSql(`create index "invitations_next_mail_index" on "invitations" ("next_mail_at")`);
    this.addSql(`create table "invitation_sendings" (
      "id" bigserial primary key, "organization_id" int not null, "invited_by" int not null, "email" text not null,
      "sent_at" timestamptz(3) not null default now())`);
    this.addSql(`create index "invitation_sendings_sent_at_index" on "invitation_sendings" ("sent_at")`);
  }
}

export class SendingsMigration extends Migration {
  override name = '0012-sendings';

  override up(): void {
    for (const statement of addSendings()) this.addSql(statement);
  }
}
