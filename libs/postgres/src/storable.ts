/* PostgreSQL cannot store NUL or half a surrogate pair. Both are valid in JSON, so an event, a request or an error message may
   contain them. They are written as U+FFFD. */
import { PostgreSqlDriver, PostgreSqlPlatform, Utils } from '@mikro-orm/postgresql';

const REPLACEMENT = '\uFFFD';

/** The text with U+FFFD in place of each NUL and each half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', REPLACEMENT).toWellFormed();

/** One escape of a JSON text: a whole pair, one code unit, or a single character such as a backslash. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)/g;
const UNSTORABLE = /^\\u(0000|[dD][89a-fA-F][\da-fA-F]{2})$/;

/** Like {@link storable} for JSON text, which may contain these characters as escapes. */
export const storableJson = (json: string): string =>
  storable(json).replaceAll(ESCAPE, (escape) => (UNSTORABLE.test(escape) ? REPLACEMENT : escape));

/** A parameter of a raw statement; `?::jsonb` gets JSON. */
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

/** MikroORM's driver with {@link StorablePlatform}. */
export class StorableDriver extends PostgreSqlDriver {
  protected override readonly platform = new StorablePlatform();
}
