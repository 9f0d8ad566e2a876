import { Migration } from '@mikro-orm/migrations';

/** Removes people's names from notices, messages and timelines, so that no name remains after an account is deleted. */
export class NamelessMigration extends Migration {
  override name = '0040-nameless';

  override up(): void {
    this.addSql(`update "notices" set "text" = regexp_replace(regexp_replace("text",
        '^.* was responsible and may not be', 'The person who was responsible may not be'),
        '^.* was responsible, and nobody took over', 'Nobody took over')
      where "kind" in ('owner.needed', 'owner.ended')`);
    this.addSql(String.raw`update "deliveries" set "message" = regexp_replace(regexp_replace("message"::text,
        '"text": "([^"\\]|\\.)* was responsible and may not be', '"text": "The person who was responsible may not be', 'g'),
        '"text": "([^"\\]|\\.)* was responsible, and nobody took over', '"text": "Nobody took over', 'g')::jsonb
      where "message"::text like '% was responsible%'`);
    // Replaces the name by the user's id; `0` for a name without a user.
    this.addSql(`update "episode_entries" e set "text" = coalesce(
        (select u."id"::text from "users" u where u."name" = e."text" order by u."id" desc limit 1), '0')
      where e."kind" = 'assigned' and e."text" is not null`);
  }
}
