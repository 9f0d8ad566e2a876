import type { EntityManager } from '@mikro-orm/postgresql';
import type { PersonTables } from '@portico/contracts/http/user-export';

/**
 * Rows of a table about a person. `where`: SQL with `:id` for the account's id and `:email` for its e-mail address. `leave`: omitted
 * columns, such as hashes and encrypted secrets.
 */
export type PersonalTable = { table: string; where: string; leave?: readonly string[] };

/** Maximum rows per table. */
const MAX_ROWS = 10_000;

/**
 * Returns the service's data about a person: for each table, at most {@link MAX_ROWS} rows.
 * @param id - user id. Must be a number, because the SQL contains it unescaped.
 */
export async function personalDataOf(
  em: EntityManager,
  tables: readonly PersonalTable[],
  id: number,
): Promise<PersonTables> {
  const found: PersonTables = {};
  for (const { table, where, leave = [] } of tables) {
    const condition = where
      .replaceAll(':id', String(id))
      .replaceAll(':email', `(select lower(email) from users where id = ${id})`);
    const left = leave.map((column) => ` - '${column}'`).join('');
    const rows = await em.execute<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t)${left} as row from "${table}" t where ${condition} limit ${MAX_ROWS}`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
