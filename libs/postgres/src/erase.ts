import type { EntityManager } from '@mikro-orm/postgresql';

/** Ids of an organization and its integrations. A deleted integration belongs to the organization that had it last. */
export type ErasedOrganization = { organization: number; integrations: readonly number[] };

/**
 * The rows of a database that are erased with an organization: every row with the id of the organization or of its integrations,
 * except in the tables `stays`. `first`: further rows that are deleted first, or updated if they have a `set`. In their SQL,
 * `:organization` stands for the organization's id.
 */
export type ErasedTables = { stays: readonly string[]; first?: readonly ErasedRows[] };
type ErasedRows = { table: string; where: string; set?: string };

/** Query for the tables with columns that contain ids of organizations or integrations. */
const REFERRING = `select c.table_name as "table", array_agg(c.column_name::text order by c.column_name) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and c.column_name ~ '(^|_)(organization|integration)_id$'
  group by 1 order by 1`;

/** SQL condition for an organization's rows. An organization id in the row overrides the organization of the row's integration. */
function ownedBy(columns: readonly string[], { organization, integrations }: ErasedOrganization): string {
  const organizations = columns.filter((column) => column.endsWith('organization_id'));
  const integrationColumns = columns.filter((column) => column.endsWith('integration_id') && integrations.length > 0);
  const isOwn = organizations.map((column) => `"${column}" = ${organization}`);
  if (integrationColumns.length === 0) return isOwn.join(' or ') || 'false';
  const noOther = organizations.map((column) => `"${column}" is null and `).join('');
  const isOfOwn = integrationColumns.map((column) => `"${column}" in (${integrations.join()})`).join(' or ');
  return [...isOwn, `${noOther}(${isOfOwn})`].join(' or ');
}

/**
 * Erases the rows of an organization. Must run inside a transaction. Running it again has no effect.
 * @returns the number of deleted or updated rows by table.
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

/** Formats the result of {@link eraseRows} as lines such as `alerts.notices: 12 removed`, one line per table with rows. */
export const erasedLines = (service: string, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].flatMap(([table, count]) => (count === 0 ? [] : [`${service}.${table}: ${count} removed`]));
