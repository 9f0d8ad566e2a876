import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { integrationChanged, keyChanged, keyHandover, publisherChanged } from '@portico/contracts/events/integrations';
import { erasedStates, type Operations, owned } from '@portico/messaging';
import { membershipsCopy, organizationsCopy, usersCopy } from './copies/copies.ts';
import { integrationsDatabase } from './database.ts';
import { Integration } from './integration-row/integration.entity.ts';
import { IntegrationKey } from './keys/key.entity.ts';
import { Publisher } from './publishers/publisher.entity.ts';

const LOCKED = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;

const integrations = owned(integrationChanged, {
  table: 'integrations',
  lock: (em, after, limit) => em.find(Integration, { id: { $gt: after } }, { ...LOCKED, limit }),
  toState: (integration) => integration.toState(),
});

/** Locks the integrations of the next rows, because writers lock integrations instead of rows. Returns the ids of the rows. */
async function lockIntegrations(em: EntityManager, table: string, after: number, limit: number): Promise<number[]> {
  const rows = await em.execute<{ id: number; integration_id: number }[]>(
    `select id, integration_id from "${table}" where id > ? order by id limit ?`,
    [after, limit],
  );
  await em.find(Integration, { id: { $in: rows.map((row) => row.integration_id) } }, LOCKED);
  return rows.map(({ id }) => id);
}

const keys = owned(keyChanged, {
  table: 'integration_keys',
  lock: async (em, after, limit) =>
    em.find(IntegrationKey, { id: { $in: await lockIntegrations(em, 'integration_keys', after, limit) } }, LOCKED),
  toState: (key) => key.toState(),
});

const publishers = owned(publisherChanged, {
  table: 'publishers',
  lock: async (em, after, limit) =>
    em.find(Publisher, { id: { $in: await lockIntegrations(em, 'publishers', after, limit) } }, LOCKED),
  toState: (publisher) => publisher.toState(),
});

export const integrationsOperations: Operations = {
  service: 'integrations',
  database: integrationsDatabase,
  owned: [integrations, keys, publishers],
  copies: [organizationsCopy, membershipsCopy, usersCopy],
  erasure: {
    stays: ['memberships'],
    states: [
      erasedStates(integrationChanged, ({ id }) => ({ name: `deleted integration ${id}`, mapping: undefined })),
      erasedStates(keyChanged, () => ({ hook: undefined })),
      erasedStates(keyHandover, () => ({ label: '' })),
      erasedStates(publisherChanged, () => ({ userId: null })),
    ],
  },
};
