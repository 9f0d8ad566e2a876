import type { EntityManager } from '@mikro-orm/postgresql';
import type { MaintenanceNow } from '@portico/contracts/http/maintenance';

/** What a maintenance window may cover: an integration of an organization or, without an integration id, the whole organization. */
export type Place = { organizationId?: number | null; integrationId?: number | null };
type Scope = { scope: string; organizationId: number | null; integrationId: number | null };
type Window = Scope & { until: Date; reason: string };

/** Current maintenance windows. A window stays current after its end time until {@link MaintenanceEnds} ends the window. */
const CURRENT = `select scope, organization_id as "organizationId", integration_id as "integrationId", reason,
    ends_at as until from maintenance_windows where starts_at <= ? order by ends_at desc, id`;

const covers = ({ scope, ...window }: Scope, { organizationId = null, integrationId = null }: Place): boolean => {
  if (scope === 'product') return true;
  if (organizationId === null || window.organizationId !== organizationId) return false;
  return scope === 'organization' || window.integrationId === integrationId;
};

/**
 * Returns an SQL condition: a current window covers a row of `table`, which has an organization id and an integration id.
 * @param exceptId - SQL for the id of a window to ignore.
 */
export const coveredIn = (table: string, exceptId = '0'): string => `exists (select from maintenance_windows w
  where w.starts_at <= now() and w.id <> ${exceptId} and ${covering('w', table)})`;

/** Returns an SQL condition: the window with the alias `window` covers a row of `table`, whether the window is current or not. */
export const covering = (window: string, table: string): string => `(${window}.scope = 'product'
  or ${window}.organization_id = ${table}.organization_id
    and (${window}.scope = 'organization' or ${window}.integration_id = ${table}.integration_id))`;

/**
 * Reads the current windows. Returns a function that finds the window that covers an integration or organization; null if no window does.
 * If several windows cover it, the function returns the window that ends last.
 * @param isLocked - locks the windows until this transaction ends. Otherwise a window could end and release held notices before this
 * transaction holds another notice.
 */
export async function currentMaintenance(
  em: EntityManager,
  { now = Date.now(), isLocked = false }: { now?: number; isLocked?: boolean } = {},
): Promise<(place: Place) => { until: Date; reason: string } | null> {
  const rows = await em.execute<Window[]>(`${CURRENT}${isLocked ? ' for share' : ''}`, [new Date(now)]);
  const windows = rows.map((row) => ({ ...row, until: new Date(row.until) }));
  return (place) => windows.find((window) => covers(window, place)) ?? null;
}

/** Returns a function that finds the maintenance of an integration or organization. Reads the windows once for all rows of a list. */
export async function maintenanceOf(em: EntityManager, now: number): Promise<(place: Place) => MaintenanceNow | null> {
  const current = await currentMaintenance(em, { now });
  return (place) => {
    const found = current(place);
    return found && found.until.getTime() > now ? { until: found.until.toISOString(), reason: found.reason } : null;
  };
}
