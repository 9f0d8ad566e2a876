import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { copyOf, type Operations, Outbox, owned } from '@portico/messaging';
import { orgsDatabase } from './database.ts';
import { GrantsService } from './entitlements/grants.service.ts';
import { OrganizationEntitlement } from './entitlements/organization-entitlement.entity.ts';
import { Membership } from './memberships/membership.entity.ts';
import { MembershipWriter } from './memberships/membership-writer.ts';
import { Organization } from './organization-row/organization.entity.ts';

const LOCKED = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;

const organizations = owned(organizationChanged, {
  table: 'organizations',
  lock: (em, after, limit) => em.find(Organization, { id: { $gt: after } }, { ...LOCKED, limit }),
  toState: (organization) => organization.toState(),
});

/** Their writer locks the organization, not the rows. */
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

const users = copyOf(userChanged, {
  table: 'users',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    usertype: ({ usertype }) => usertype,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
  apply: async (em, { id, deletedAt }, write) => {
    await write();
    if (deletedAt !== null) await new MembershipWriter(new Outbox()).endAllOfUser(em, id);
  },
});

const purchases = copyOf(purchaseChanged, {
  table: 'purchases',
  key: 'checkout_session_id',
  identify: ({ checkoutSessionId }) => checkoutSessionId,
  columns: { organization_id: ({ organizationId }) => organizationId, items: ({ items }) => items },
  keepsUnknown: true,
  apply: async (em, { organizationId, customerId }, write) => {
    const organization = await em.findOne(Organization, { id: organizationId }, { lockMode: LOCKED.lockMode });
    await write();
    if (!organization) return;
    organization.customerId = customerId;
    await new GrantsService(new Outbox()).settle(em, organizationId);
  },
});

/** What can be repaired of orgs. */
export const orgsOperations: Operations = {
  service: 'orgs',
  database: orgsDatabase,
  owned: [organizations, memberships, entitlements],
  copies: [users, purchases],
};
