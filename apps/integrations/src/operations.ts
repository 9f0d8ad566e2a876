import { LockMode } from '@mikro-orm/postgresql';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { type Operations, owned } from '@portico/messaging';
import { integrationsDatabase } from './database.ts';
import { Integration } from './integrations/integration.entity.ts';
import { organizationsCopy } from './organizations/organizations.consumer.ts';

const integrations = owned(integrationChanged, {
  table: 'integrations',
  lock: (em, after, limit) =>
    em.find(
      Integration,
      { id: { $gt: after } },
      { orderBy: { id: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_WRITE },
    ),
  toState: (integration) => integration.toState(),
});

/** What can be repaired of integrations. */
export const integrationsOperations: Operations = {
  service: 'integrations',
  database: integrationsDatabase,
  owned: [integrations],
  copies: [organizationsCopy],
};
