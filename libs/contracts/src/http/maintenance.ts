import { z } from 'zod/mini';
import { Storable, filled } from '../common/fields.ts';
import { Id, IdParams, IdText, Moment } from '../common/ids.ts';
import { page, paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { Zone } from '../common/zone.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';

/** Maximum duration of a recurring window in minutes: a week. */
export const MAX_MAINTENANCE_MINUTES = 7 * 24 * 60;
/** Maximum duration of a one-time window in days. */
export const MAX_MAINTENANCE_DAYS = 30;
/** Maximum active or planned windows per owner. */
export const MAX_MAINTENANCE = 50;
export const MAX_MAINTENANCE_REASON = 500;
/** Maximum occurrences in the response for a window or a preview. */
export const MAINTENANCE_PREVIEW = 3;

export const MAINTENANCE_SCOPES = ['product', 'organization', 'integration'] as const;
export const MAINTENANCE_STATES = ['current', 'planned', 'past'] as const;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

const Once = z.object({ kind: z.literal('once'), from: Moment, to: Moment }).check(
  z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: should('be after from') }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_MAINTENANCE_DAYS * 24 * 60 * 60_000, {
    path: ['to'],
    error: should(`be at most ${MAX_MAINTENANCE_DAYS} days after from`),
  }),
);
const Recurring = z.object({
  kind: z.literal('recurring'),
  cron: Storable.check(z.trim(), z.minLength(1), z.maxLength(100)),
  timeZone: Zone,
  minutes: z.int().check(z.minimum(1), z.maximum(MAX_MAINTENANCE_MINUTES)),
});
/**
 * `once`: `from` <= now < `to`. `recurring`: begins at each time of a five-field crontab schedule in a zone, and lasts `minutes`
 * minutes, even if clocks change; a start time within an occurrence is ignored.
 */
export const MaintenanceTimes = z.discriminatedUnion('kind', [Once, Recurring]);
export type MaintenanceTimes = z.infer<typeof MaintenanceTimes>;

const fields = {
  reason: filled(MAX_MAINTENANCE_REASON),
  when: MaintenanceTimes,
} as const;

/** `product`: all integrations of all organizations. */
export const MaintenanceCreate = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('product'), ...fields }),
  z.object({ scope: z.literal('organization'), organizationId: Id, ...fields }),
  z.object({ scope: z.literal('integration'), integrationId: Id, ...fields }),
]);
export type MaintenanceCreate = z.infer<typeof MaintenanceCreate>;

/** All fields of a window except its scope. Of an active window, only the reason and the end can change. */
export const MaintenanceUpdate = z.object(fields);
export type MaintenanceUpdate = z.infer<typeof MaintenanceUpdate>;

const Occurrence = z.object({ from: z.string(), to: z.string() });
export type Occurrence = z.infer<typeof Occurrence>;

/** The window that covers an integration now; if several windows cover it, the window that ends last. */
export const MaintenanceNow = z.object({ until: z.string(), reason: z.string() });
export type MaintenanceNow = z.infer<typeof MaintenanceNow>;

/** A maintenance window with current names. */
export const Maintenance = z.object({
  id: Id,
  scope: z.enum(MAINTENANCE_SCOPES),
  organizationId: z.nullable(Id),
  organization: z.nullable(z.string()),
  integrationId: z.nullable(Id),
  integration: z.nullable(z.string()),
  reason: z.string(),
  when: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('once'), from: z.string(), to: z.string() }),
    z.object({ kind: z.literal('recurring'), cron: z.string(), timeZone: z.string(), minutes: z.int() }),
  ]),
  state: z.enum(MAINTENANCE_STATES),
  /** The current and next occurrences, at most {@link MAINTENANCE_PREVIEW}. */
  next: z.array(Occurrence),
  /** When a user last ended the window early. */
  endedEarlyAt: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** Whether the caller may change the window. */
  mayChange: z.boolean(),
});
export type Maintenance = z.infer<typeof Maintenance>;

/** `integration`: selects windows that cover this integration. */
export const MaintenanceQuery = z.extend(paging(100), {
  state: z.optional(z.enum(MAINTENANCE_STATES)),
  integration: z.optional(IdText),
});
export type MaintenanceQuery = z.infer<typeof MaintenanceQuery>;

/** Times of a window, to preview occurrences before the window is saved. */
export const MaintenancePreview = z.object({ when: MaintenanceTimes });
export type MaintenancePreview = z.infer<typeof MaintenancePreview>;

export const listMaintenance = endpoint({
  method: 'GET',
  path: '/maintenance',
  audit: READS_SETTINGS,
  summary:
    'List maintenance windows of the product and of organizations that the caller may see: current, planned, then past windows',
  query: MaintenanceQuery,
  response: page(Maintenance),
});
export const createMaintenance = endpoint({
  method: 'POST',
  path: '/maintenance',
  audit: { action: 'maintenance-window.create' },
  summary: `Plan a maintenance window, at most ${MAX_MAINTENANCE} per owner; for managers of the organization and administrators`,
  body: MaintenanceCreate,
  created: true,
  response: Maintenance,
});
export const previewMaintenance = endpoint({
  method: 'POST',
  path: '/maintenance/preview',
  audit: TRIES_ONLY,
  summary: 'Preview the next occurrences of a maintenance window; nothing is saved',
  body: MaintenancePreview,
  response: z.object({ data: z.array(Occurrence) }),
});
export const replaceMaintenance = endpoint({
  method: 'PUT',
  path: '/maintenance/{id}',
  audit: { action: 'maintenance-window.replace' },
  summary: 'Change a maintenance window except its scope; of an active window, only the reason and the end',
  params: IdParams,
  body: MaintenanceUpdate,
  response: Maintenance,
});
export const endMaintenance = endpoint({
  method: 'POST',
  path: '/maintenance/{id}/end',
  audit: { action: 'maintenance-window.end' },
  summary:
    'End an active maintenance window; a recurring window starts again at its next time; 409 if the window is not active',
  params: IdParams,
  response: Maintenance,
});
export const deleteMaintenance = endpoint({
  method: 'DELETE',
  path: '/maintenance/{id}',
  audit: { action: 'maintenance-window.delete' },
  summary: 'Delete a maintenance window; 409 while it is active',
  params: IdParams,
  response: z.void(),
});
