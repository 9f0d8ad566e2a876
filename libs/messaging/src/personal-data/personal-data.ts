import type { EntityManager } from '@mikro-orm/postgresql';
import type { PersonTables } from '@portico/contracts/http/user-export';

/**
 * Rows of a table that are about a person. `where`: SQL, in which `:id` is the number of the account and `:email` its address.
 * `leave`: columns that are left out, such as hashes and sealed secrets.
 */
export type PersonalTable = { table: string; where: string; leave?: readonly string[] };

/** Most rows of one table. */
const MAX_ROWS = 10_000;

/** What a service keeps about a person, by table. @param id - checked to be a number. */
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
