import type { EntityManager } from '@mikro-orm/postgresql';
import type { MaintenanceNow } from '@portico/contracts/http/maintenance';

/** A place that a window may cover: an integration of an organization or, with null, the organization. */
export type Place = { organizationId?: number | null; integrationId?: number | null };
type Scope = { scope: string; organizationId: number | null; integrationId: number | null };
type Window = Scope & { until: Date; reason: string };

/** Current windows. A window stays current after its end until the loop ends it, in one transaction. */
const CURRENT = `select scope, organization_id as "organizationId", integration_id as "integrationId", reason,
    ends_at as until from maintenance_windows where starts_at <= ? order by ends_at desc, id`;

const covers = ({ scope, ...window }: Scope, { organizationId = null, integrationId = null }: Place): boolean => {
  if (scope === 'product') return true;
  if (organizationId === null || window.organizationId !== organizationId) return false;
  return scope === 'organization' || window.integrationId === integrationId;
};

/**
 * SQL: whether a current window covers a row of `table`, which needs an organization id and an integration id.
 * @param exceptId - SQL of a window's id that does not count.
 */
export const coveredIn = (table: string, exceptId = '0'): string => `exists (select from maintenance_windows w
  where w.starts_at <= now() and w.id <> ${exceptId} and ${covering('w', table)})`;

/** SQL: whether the window `window`, current or not, covers a row of `table`. */
export const covering = (window: string, table: string): string => `(${window}.scope = 'product'
  or ${window}.organization_id = ${table}.organization_id
    and (${window}.scope = 'organization' or ${window}.integration_id = ${table}.integration_id))`;

/**
 * Reads the current windows. Returns a function that finds the covering window that ends last, or null.
 * @param isLocked - locks the windows, so that none ends before this transaction does: the end of a window releases the notices that
 * this transaction holds.
 */
export async function currentMaintenance(
  em: EntityManager,
  { now = Date.now(), isLocked = false }: { now?: number; isLocked?: boolean } = {},
): Promise<(place: Place) => { until: Date; reason: string } | null> {
  const rows = await em.execute<Window[]>(`${CURRENT}${isLocked ? ' for share' : ''}`, [new Date(now)]);
  const windows = rows.map((row) => ({ ...row, until: new Date(row.until) }));
  return (place) => windows.find((window) => covers(window, place)) ?? null;
}

/** Returns a function that finds the maintenance of a place, for the rows of a list. */
export async function maintenanceOf(em: EntityManager, now: number): Promise<(place: Place) => MaintenanceNow | null> {
  const current = await currentMaintenance(em, { now });
  return (place) => {
    const found = current(place);
    return found && found.until.getTime() > now ? { until: found.until.toISOString(), reason: found.reason } : null;
  };
}
