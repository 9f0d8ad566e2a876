import type { Maintenance, MaintenanceCreate, MaintenanceTimes } from '@portico/contracts/http/maintenance';
import { serverNow } from '../../../shared/time/server-clock.ts';
import { zoneOfViewer } from '../rules/rule-draft.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The draft of a maintenance window. It stores one-time and recurring times, so that switching `kind` loses no input. */
export type MaintenanceDraft = {
  scope: Maintenance['scope'];
  organizationId: number | null;
  integrationId: number | null;
  reason: string;
  kind: MaintenanceTimes['kind'];
  from: string | undefined;
  to: string | undefined;
  cron: string;
  timeZone: string;
  minutes: number | null;
};

export const newDraft = (): MaintenanceDraft => {
  const now = Math.floor(serverNow() / MINUTE) * MINUTE;
  return {
    scope: 'integration',
    organizationId: null,
    integrationId: null,
    reason: '',
    kind: 'once',
    from: new Date(now).toISOString(),
    to: new Date(now + 2 * HOUR).toISOString(),
    cron: '0 3 * * 6',
    timeZone: zoneOfViewer(),
    minutes: 60,
  };
};

export const draftOf = ({ scope, organizationId, integrationId, reason, when }: Maintenance): MaintenanceDraft => ({
  ...newDraft(),
  scope,
  organizationId,
  integrationId,
  reason,
  ...when,
});

/** Returns the times of a draft, or null while the times are incomplete. */
export const timesOf = ({ kind, from, to, cron, timeZone, minutes }: MaintenanceDraft): MaintenanceTimes | null => {
  if (kind === 'once') return from === undefined || to === undefined ? null : { kind, from, to };
  return cron.trim() === '' || minutes === null ? null : { kind, cron, timeZone, minutes };
};

/** Converts a draft to a request, or returns null while the draft is incomplete. */
export function createOf(draft: MaintenanceDraft): MaintenanceCreate | null {
  const { scope, organizationId, integrationId, reason } = draft;
  const when = timesOf(draft);
  if (when === null || reason.trim() === '') return null;
  if (scope === 'product') return { scope, reason, when };
  if (scope === 'organization') return organizationId === null ? null : { scope, organizationId, reason, when };
  return integrationId === null ? null : { scope, integrationId, reason, when };
}
