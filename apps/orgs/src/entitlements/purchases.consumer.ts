import { LockMode } from '@mikro-orm/postgresql';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { copiesConsumer, copyOf, Outbox } from '@portico/messaging';
import { Organization } from '../organization-row/organization.entity.ts';
import { GrantsService } from './grants.service.ts';

/**
 * The copy of purchases, identified by checkout because billing's own ids change when billing is rebuilt. Updates the organization's
 * entitlements in the same transaction, unless the organization is deleted.
 */
export const purchasesCopy = copyOf(purchaseChanged, {
  table: 'purchases',
  key: 'checkout_session_id',
  identify: ({ checkoutSessionId }) => checkoutSessionId,
  columns: { organization_id: ({ organizationId }) => organizationId, items: ({ items }) => items },
  keepsUnknown: true,
  apply: async (em, { organizationId, customerId }, write) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const organization = await em.findOne(Organization, { id: organizationId }, lock);
    const isNews = await write();
    if (!isNews || !organization) return;
    organization.customerId = customerId;
    await new GrantsService(new Outbox()).settle(em, organizationId);
  },
});

export const PurchasesConsumer = copiesConsumer(purchasesCopy);
