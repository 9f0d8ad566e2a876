import type { EntityManager } from '@mikro-orm/postgresql';
import type { MaintenanceNow } from '@portico/contracts/http/maintenance';

/** What a window may cover: an integration of an organization, or with null an organization itself. */
export type Place = { organizationId?: number | null; integrationId?: number | null };
type Scope = { scope: string; organizationId: number | null; integrationId: number | null };
type Window = Scope & { until: Date; reason: string };

/** Windows that are on. One whose time is over is on until the loop has ended it, in one transaction for everyone. */
const CURRENT = `select scope, organization_id as "organizationId", integration_id as "integrationId", reason,
    ends_at as until from maintenance_windows where starts_at <= ? order by ends_at desc, id`;

const covers = ({ scope, ...window }: Scope, { organizationId = null, integrationId = null }: Place): boolean => {
  if (scope === 'product') return true;
  if (organizationId === null || window.organizationId !== organizationId) return false;
  return scope === 'organization' || window.integrationId === integrationId;
};

/** SQL: rows of `table`, which has both ids, that a window that is on covers; but for `besides`, the id of a window. */
export const coveredIn = (table: string, besides = '0'): string => `exists (select from maintenance_windows w
  where w.starts_at <= now() and w.id <> ${besides} and ${covering('w', table)})`;

/** SQL: whether the window `window` covers a row of `table`, on or not. */
export const covering = (window: string, table: string): string => `(${window}.scope = 'product'
  or ${window}.organization_id = ${table}.organization_id
    and (${window}.scope = 'organization' or ${window}.integration_id = ${table}.integration_id))`;

/**
 * Reads the windows that are on. Returns which of them covers a place: the one that ends last, or null.
 * @param isLocked - none of them ends before the transaction: what it holds is there when that releases it.
 */
export async function currentMaintenance(
  em: EntityManager,
  { now = Date.now(), isLocked = false }: { now?: number; isLocked?: boolean } = {},
): Promise<(place: Place) => { until: Date; reason: string } | null> {
  const rows = await em.execute<Window[]>(`${CURRENT}${isLocked ? ' for share' : ''}`, [new Date(now)]);
  const windows = rows.map((row) => ({ ...row, until: new Date(row.until) }));
  return (place) => windows.find((window) => covers(window, place)) ?? null;
}

/** The same as rows of lists say it. */
export async function maintenanceOf(em: EntityManager, now: number): Promise<(place: Place) => MaintenanceNow | null> {
  const current = await currentMaintenance(em, { now });
  return (place) => {
    const found = current(place);
    return found && found.until.getTime() > now ? { until: found.until.toISOString(), reason: found.reason } : null;
  };
}
