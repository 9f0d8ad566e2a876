/* PostgreSQL cannot store NUL and unpaired surrogates. JSON allows these characters, so events, requests and error messages may
   contain them. Portico stores U+FFFD instead. */
import { PostgreSqlDriver, PostgreSqlPlatform, Utils } from '@mikro-orm/postgresql';

const REPLACEMENT = '\uFFFD';

/** Replaces each NUL and each unpaired surrogate in a text with U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\0', REPLACEMENT).toWellFormed();

/** Matches one escape in a JSON text: a surrogate pair, one code unit, or a single character such as a backslash. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g;
const UNSTORABLE = /^\\u(0000|[dD][89a-fA-F][\da-fA-F]{2})$/;

/** Like {@link storable}, for JSON text. Also replaces NUL and unpaired surrogates that the JSON text contains as escapes. */
export const storableJson = (json: string): string =>
  storable(json).replaceAll(ESCAPE, (escape) => (UNSTORABLE.test(escape) ? REPLACEMENT : escape));

/** Matches a parameter of a raw SQL statement. The value of `?::jsonb` is a JSON text. */
const PARAMETER = /\\\?|\?\?|\?(?:::jsonb?\b)?/g;

/** Converts every value that MikroORM writes, in entities, conditions and raw statements, to text that PostgreSQL can store. */
class StorablePlatform extends PostgreSqlPlatform {
  override escape(value: unknown): string {
    return super.escape(typeof value === 'string' ? storable(value) : value);
  }

  override quoteValue(value: unknown): string {
    return super.quoteValue(Utils.isPlainObject(value) ? this.convertJsonToDatabaseValue(value) : value);
  }

  override convertJsonToDatabaseValue(value: unknown): unknown {
    return storableJson(JSON.stringify(value));
  }

  override formatQuery(sql: string, parameters: readonly unknown[]): string {
    if (!sql.includes('?::json')) return super.formatQuery(sql, parameters);
    const kinds = (sql.match(PARAMETER) ?? []).filter((kind) => kind !== String.raw`\?`);
    const written = parameters.map((value, index) =>
      typeof value === 'string' && kinds[index]?.includes('::') ? storableJson(value) : value,
    );
    return super.formatQuery(sql, written);
  }
}

export class StorableDriver extends PostgreSqlDriver {
  protected override readonly platform = new StorablePlatform();
}
