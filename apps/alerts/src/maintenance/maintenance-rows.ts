import type { EntityManager } from '@mikro-orm/postgresql';
import { MAINTENANCE_PREVIEW, type Maintenance, type MaintenanceState } from '@portico/contracts/http/maintenance';
import { Integration } from '../directory/integration.entity.ts';
import { Organization } from '../directory/organization.entity.ts';
import { User } from '../directory/user.entity.ts';
import { mayChange, type Owner, type Reach } from '../owners/owners.ts';
import type { MaintenanceWindow } from './maintenance.entity.ts';
import { nextOccurrence, occurrencesFrom, type Span } from './occurrences.ts';

type Scoped = Pick<MaintenanceWindow, 'scope' | 'organizationId'>;

/** The owner: administrators, or the managers of an organization. */
export const toOwner = ({ scope, organizationId }: Scoped): Owner => ({
  owner: scope === 'product' ? 'product' : 'organization',
  organizationId: organizationId ?? null,
  userId: null,
});

const namesOf = (rows: readonly { id: number; name: string }[]): Map<number | null | undefined, string> =>
  new Map(rows.map(({ id, name }) => [id, name]));

export const toOccurrences = (spans: readonly Span[]): Maintenance['next'] =>
  spans.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }));

/** The occurrence at this moment, or the next one. The loop may not have ended an earlier one yet. */
function currentOf(window: MaintenanceWindow, now: number): Span | null {
  const span = window.occurrence();
  return span && span.to <= now ? nextOccurrence(window.when, { to: now }) : span;
}

export const stateOf = (window: MaintenanceWindow, now: number): MaintenanceState => {
  const span = currentOf(window, now);
  if (span === null) return 'past';
  return span.from <= now ? 'current' : 'planned';
};

/** Windows as the API returns them, with current names. */
export async function maintenanceRows(
  em: EntityManager,
  reach: Reach,
  windows: readonly MaintenanceWindow[],
  now: number,
): Promise<Maintenance[]> {
  const ids = (of: (window: MaintenanceWindow) => number | null | undefined) => ({
    $in: windows.flatMap((window) => of(window) ?? []),
  });
  const organizations = namesOf(await em.find(Organization, { id: ids(({ organizationId }) => organizationId) }));
  const integrations = namesOf(await em.find(Integration, { id: ids(({ integrationId }) => integrationId) }));
  const users = namesOf(await em.find(User, { id: ids(({ createdBy }) => createdBy), name: { $ne: '' } }));
  return windows.map((window) => ({
    id: window.id,
    scope: window.scope,
    organizationId: window.organizationId ?? null,
    organization: organizations.get(window.organizationId) ?? null,
    integrationId: window.integrationId ?? null,
    integration: integrations.get(window.integrationId) ?? null,
    reason: window.reason,
    when: window.when,
    state: stateOf(window, now),
    next: toOccurrences(occurrencesFrom(window.when, currentOf(window, now), MAINTENANCE_PREVIEW)),
    endedEarlyAt: window.endedEarlyAt?.toISOString() ?? null,
    createdBy: users.get(window.createdBy) ?? null,
    createdAt: window.createdAt.toISOString(),
    mayChange: mayChange(reach, toOwner(window)),
  }));
}
