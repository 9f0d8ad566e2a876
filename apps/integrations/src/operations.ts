import { LockMode } from '@mikro-orm/postgresql';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { copyOf, type Operations, owned } from '@portico/messaging';
import { integrationsDatabase } from './database.ts';
import { Integration } from './integrations/integration.entity.ts';

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

const organizations = copyOf(organizationChanged, {
  table: 'organizations',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: { name: ({ name }) => name, deleted_at: ({ deletedAt }) => deletedAt },
});

/** What can be repaired of integrations. */
export const integrationsOperations: Operations = {
  service: 'integrations',
  database: integrationsDatabase,
  owned: [integrations],
  copies: [organizations],
};
