import type { EntityManager } from '@mikro-orm/postgresql';

/** An organization, and the integrations that belong to it, or did so last. */
export type ErasedOrganization = { organization: number; integrations: readonly number[] };

/**
 * What of a database goes with an organization: every row that names it, or one of its integrations, but those of the tables that
 * stay. `first`: before these, rows that are found otherwise; with `set` they are changed instead. `:organization` stands for the number.
 */
export type ErasedTables = { stays: readonly string[]; first?: readonly ErasedRows[] };
type ErasedRows = { table: string; where: string; set?: string };

/** A new table with one of these columns goes with the organization unless it is listed among those that stay. */
const REFERRING = `select c.table_name as "table", array_agg(c.column_name::text order by c.column_name) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and c.column_name ~ '(^|_)(organization|integration)_id$'
  group by 1 order by 1`;

/** A row that names an organization is that one's, whichever integration it is about. */
function ownedBy(columns: readonly string[], { organization, integrations }: ErasedOrganization): string {
  const organizations = columns.filter((column) => column.endsWith('organization_id'));
  const others = columns.filter((column) => column.endsWith('integration_id') && integrations.length > 0);
  const isOwn = organizations.map((column) => `"${column}" = ${organization}`);
  if (others.length === 0) return isOwn.join(' or ') || 'false';
  const noOther = organizations.map((column) => `"${column}" is null and `).join('');
  const isOfOwn = others.map((column) => `"${column}" in (${integrations.join()})`).join(' or ');
  return [...isOwn, `${noOther}(${isOfOwn})`].join(' or ');
}

/** Part of a transaction. Run again, it finds nothing. @returns how many rows were deleted, by table. */
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

/** `alerts.notices: 12 removed`, a line for each table that had any. */
export const erasedLines = (service: string, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].flatMap(([table, count]) => (count === 0 ? [] : [`${service}.${table}: ${count} removed`]));
