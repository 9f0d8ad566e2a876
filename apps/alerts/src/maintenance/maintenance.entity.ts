import { defineEntity, p } from '@mikro-orm/core';
import { MAINTENANCE_SCOPES, type MaintenanceTimes } from '@portico/contracts/http/maintenance';
import { firstOccurrence, type Span } from './occurrences.ts';

export const STARTS_INDEX =
  'create index "maintenance_windows_starts_index" on "maintenance_windows" ("starts_at") where "starts_at" is not null';

const MaintenanceWindowSchema = defineEntity({
  name: 'MaintenanceWindow',
  tableName: 'maintenance_windows',
  properties: {
    id: p.integer().primary().autoincrement(),
    scope: p.enum(MAINTENANCE_SCOPES),
    /** Null for a product-wide window. For an integration's window, the integration's organization at planning time. */
    organizationId: p.integer().nullable(),
    integrationId: p.integer().nullable(),
    reason: p.text(),
    when: p.json<MaintenanceTimes>(),
    /** Start of the current or next occurrence. Null after the last occurrence; `endsAt` is then the end of this occurrence. */
    startsAt: p.datetime(3).nullable(),
    endsAt: p.datetime(3).nullable(),
    /** End of the lease of the process that ends the occurrence. */
    takenUntil: p.datetime(3).nullable(),
    endedEarlyAt: p.datetime(3).nullable(),
    createdBy: p.integer(),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'maintenance_windows_starts_index', expression: STARTS_INDEX },
    { name: 'maintenance_windows_organization_index', properties: ['organizationId', 'id'] },
  ],
});

/** A time in which integrations are expected to fail. Portico sends no notices about the integrations until the window ends. */
export class MaintenanceWindow extends MaintenanceWindowSchema.class {
  occurrence(): Span | null {
    const { startsAt, endsAt } = this;
    return startsAt && endsAt ? { from: startsAt.getTime(), to: endsAt.getTime() } : null;
  }

  setOccurrence(span: Span | null): void {
    this.startsAt = span && new Date(span.from);
    if (span) this.endsAt = new Date(span.to);
    this.takenUntil = null;
  }

  plan(when: MaintenanceTimes, now: number): void {
    this.when = when;
    this.setOccurrence(firstOccurrence(when, now));
  }
}
MaintenanceWindowSchema.setClass(MaintenanceWindow);
