import { Migration } from '@mikro-orm/migrations';
import { UNIQUE_NAMES } from './view.entity.ts';

export class ViewsMigration extends Migration {
  override name = '0008-views';

  override up(): void {
    this.addSql(`create table "views" (
      "id" serial primary key, "user_id" int not null, "name" text not null, "search" jsonb not null,
      "created_at" timestamptz(3) not null default now(),
      constraint "views_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`);
    this.addSql(`create unique index "views_name_unique" on "views" ("user_id", lower("name"))`);
  }
}

/** Adds sharing of views. Existing views stay private. */
export class SharedViewsMigration extends Migration {
  override name = '0011-shared-views';

  override up(): void {
    this.addSql(`alter table "views" alter column "user_id" drop not null,
      add column "organization_id" int null, add column "for_staff" boolean not null default false`);
    this.addSql('drop index "views_name_unique"');
    for (const index of Object.values(UNIQUE_NAMES)) this.addSql(index);
    this.addSql(`create table "view_places" (
      "id" serial primary key, "user_id" int not null, "view_id" int null,
      "built_in" text check ("built_in" in ('failures-today', 'late-arrivals', 'by-integration', 'everything')) null,
      "place" text check ("place" in ('pinned', 'listed', 'hidden')) not null,
      constraint "view_places_view_unique" unique ("user_id", "view_id"),
      constraint "view_places_built_in_unique" unique ("user_id", "built_in"),
      constraint "view_places_one" check (num_nonnulls("view_id", "built_in") = 1),
      constraint "view_places_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade,
      constraint "view_places_view_id_foreign" foreign key ("view_id") references "views" ("id") on delete cascade)`);
    this.addSql('create index "view_places_view_index" on "view_places" ("view_id")');
  }
}

/** Makes the creator of a view responsible for it. The next start of the service checks whether the creator may still share it. */
export class ViewOwnersMigration extends Migration {
  override name = '0015-view-owners';

  override up(): void {
    this.addSql('alter table "views" add column "needs_owner_since" timestamptz(3) null');
  }
}

/** Adds the version with which the service publishes that a shared view needs a new owner. */
export class ViewHandoversMigration extends Migration {
  override name = '0016-view-handovers';

  override up(): void {
    this.addSql('alter table "views" add column "handover_version" int not null default 0');
  }
}
