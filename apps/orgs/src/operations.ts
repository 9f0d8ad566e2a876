import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { usageChanged } from '@portico/contracts/events/usage';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { erasedStates, type Operations, owned } from '@portico/messaging';
import { orgsDatabase } from './database.ts';
import { OrganizationEntitlement } from './entitlements/organization-entitlement.entity.ts';
import { purchasesCopy } from './entitlements/purchases.consumer.ts';
import { Membership } from './memberships/membership.entity.ts';
import { usersCopy } from './memberships/users.consumer.ts';
import { Organization } from './organization-row/organization.entity.ts';
import { UsagePeriod } from './usage/usage-period.entity.ts';
import { PrivacyRules } from './privacy/privacy.entity.ts';

const LOCKED = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;

const organizations = owned(organizationChanged, {
  table: 'organizations',
  lock: (em, after, limit) => em.find(Organization, { id: { $gt: after } }, { ...LOCKED, limit }),
  toState: (organization) => organization.toState(),
});

/** Locks the next memberships and their organizations, because writers of memberships lock only organizations. */
async function lockMemberships(em: EntityManager, after: number, limit: number): Promise<Membership[]> {
  const rows = await em.execute<{ id: number; organization_id: number }[]>(
    'select id, organization_id from memberships where id > ? order by id limit ?',
    [after, limit],
  );
  await em.find(Organization, { id: { $in: rows.map((row) => row.organization_id) } }, LOCKED);
  return em.find(Membership, { id: { $in: rows.map(({ id }) => id) } }, LOCKED);
}
const memberships = owned(membershipChanged, {
  table: 'memberships',
  lock: lockMemberships,
  toState: (membership) => membership.toState(),
});

const entitlements = owned(entitlementChanged, {
  table: 'organization_entitlements',
  lock: (em, after, limit) => em.find(OrganizationEntitlement, { id: { $gt: after } }, { ...LOCKED, limit }),
  toState: (entitlement) => entitlement.toState(),
});

/** The usage periods that were published before. The next count publishes all other periods. */
const usage = owned(usageChanged, {
  table: 'usage_periods',
  lock: (em, after, limit) => em.find(UsagePeriod, { id: { $gt: after }, version: { $gt: 0 } }, { ...LOCKED, limit }),
  toState: (period) => period.toState(),
});

const privacy = owned(privacyChanged, {
  table: 'privacy_rules',
  lock: (em, after, limit) => em.find(PrivacyRules, { id: { $gt: after } }, { ...LOCKED, limit }),
  toState: (rules) => rules.toState(),
});

export const orgsOperations: Operations = {
  service: 'orgs',
  database: orgsDatabase,
  owned: [organizations, memberships, entitlements, usage, privacy],
  copies: [usersCopy, purchasesCopy],
  erasure: {
    // Purchases stay, because the law requires accounting records. Usage is deleted with the organization; billing keeps the charged copy.
    stays: ['purchases'],
    states: [
      erasedStates(organizationChanged, ({ id }) => ({ name: `deleted organization ${id}`, erased: true })),
      erasedStates(privacyChanged, () => ({ key: '', rules: [] })),
      // The period contains the meter's filter, which is text that a person entered.
      erasedStates(entitlementChanged, () => ({ period: null })),
    ],
  },
};
