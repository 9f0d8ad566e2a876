import { Migration } from '@mikro-orm/migrations';

/** Creates the table of bindings. Existing accounts are bound at their next sign-on. */
export class BindingsMigration extends Migration {
  override name = '0017-bindings';

  override up(): void {
    this.addSql(`create table "bindings" (
      "issuer" text not null, "subject" text not null, "user_id" int not null, "email" text not null,
      "bound_at" timestamptz(3) not null default now(),
      constraint "bindings_pkey" primary key ("issuer", "subject"),
      constraint "bindings_user_unique" unique ("user_id", "issuer"))`);
  }
}

export class LastSignOnMigration extends Migration {
  override name = '0018-last-sign-on';

  override up(): void {
    this.addSql(`alter table "bindings" add column "signed_on_at" timestamptz(3) null`);
  }
}
