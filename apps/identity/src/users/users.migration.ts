import { Migration } from '@mikro-orm/migrations';
import { addSearchText, renewSearchText } from '@portico/postgres';

export class UsersMigration extends Migration {
  override name = '0002-users';

  override up(): void {
    this.addSql(`create table "users" (
      "id" serial primary key, "name" text not null, "email" text not null,
      "phone" text null, "address_line1" text null, "address_line2" text null, "city" text null, "state" text null,
      "zip_code" int null, "country" text null, "description" text null, "categories" text null,
      "usertype" text check ("usertype" in ('LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN')) not null,
      "version" int not null default 1, "created_at" timestamptz(3) not null default now(),
      constraint "users_email_unique" unique ("email"))`);
  }
}

export class UserAccessVersionMigration extends Migration {
  override name = '0004-user-access-version';

  override up(): void {
    this.addSql(`alter table "users" add column "access_version" int not null default 1`);
  }
}

export class UserSearchMigration extends Migration {
  override name = '0007-user-search';

  override up(): void {
    for (const statement of addSearchText('users', 'name', 'email')) this.addSql(statement);
  }
}

export class SeenPurchasesMigration extends Migration {
  override name = '0009-seen-purchases';

  override up(): void {
    this.addSql(
      `create table "seen_purchases" ("checkout_session_id" text not null primary key, "version" bigint not null)`,
    );
  }
}

/** Renews the search text, so that decomposed and composed forms of a letter match each other. */
export class ComposedUserSearchMigration extends Migration {
  override name = '0013-composed-search';

  override up(): void {
    for (const statement of renewSearchText('users', 'name', 'email')) this.addSql(statement);
  }
}
