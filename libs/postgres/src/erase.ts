import type { EntityManager } from '@mikro-orm/postgresql';

/** An organization, with its integrations. A deleted integration belongs to its last organization. */
export type ErasedOrganization = { organization: number; integrations: readonly number[] };

/**
 * The rows of a database that are erased with an organization: every row with its id, or that of one of its integrations, except
 * in tables that stay. `first`: other rows, which are deleted before these, or changed if they have a `set`. `:organization` is
 * the id.
 */
export type ErasedTables = { stays: readonly string[]; first?: readonly ErasedRows[] };
type ErasedRows = { table: string; where: string; set?: string };

/** Rows of a table with one of these columns are erased, unless the table is listed as one that stays. */
const REFERRING = `select c.table_name as "table", array_agg(c.column_name::text order by c.column_name) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and c.column_name ~ '(^|_)(organization|integration)_id$'
  group by 1 order by 1`;

/** A row with an organization belongs to that organization, even if its integration belongs to another one. */
function ownedBy(columns: readonly string[], { organization, integrations }: ErasedOrganization): string {
  const organizations = columns.filter((column) => column.endsWith('organization_id'));
  const others = columns.filter((column) => column.endsWith('integration_id') && integrations.length > 0);
  const isOwn = organizations.map((column) => `"${column}" = ${organization}`);
  if (others.length === 0) return isOwn.join(' or ') || 'false';
  const noOther = organizations.map((column) => `"${column}" is null and `).join('');
  const isOfOwn = others.map((column) => `"${column}" in (${integrations.join()})`).join(' or ');
  return [...isOwn, `${noOther}(${isOfOwn})`].join(' or ');
}

/**
 * Deletes the rows inside a transaction. Idempotent.
 * @returns the number of deleted rows by table.
 */
export async function eraseRows(
  em: EntityManager,
  { stays, first = [] }: ErasedTables,
  erased: ErasedOrganization,
): Promise<Map<string, number>> {
  await em.execute('set local statement_timeout = 0');
  const referring = await em.execute<{ table: string; columns: string[] }[]>(REFERRING);
  const wanted: ErasedRows[] = [
    ...first,
    ...referring
      .filter(({ table }) => !stays.includes(table))
      .map(({ table, columns }) => ({ table, where: ownedBy(columns, erased) })),
  ];
  const counts = new Map<string, number>();
  for (const { table, where, set } of wanted) {
    const change = set === undefined ? `delete from "${table}"` : `update "${table}" set ${set}`;
    const sql = `with gone as (${change} where ${where} returning 1) select count(*)::int as count from gone`;
    const [row] = await em.execute<{ count: number }[]>(sql.replaceAll(':organization', String(erased.organization)));
    counts.set(table, (counts.get(table) ?? 0) + (row?.count ?? 0));
  }
  return counts;
}

/** Formats the result as lines such as `alerts.notices: 12 removed`, one per table with rows. */
export const erasedLines = (service: string, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].flatMap(([table, count]) => (count === 0 ? [] : [`${service}.${table}: ${count} removed`]));
