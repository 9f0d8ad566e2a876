import { auditRetention, auditTable } from './audit.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { addArrivalIndex } from './arrival-index.ts';
import { addDetailTerms } from './detail-terms.ts';
import { composeText } from './composed-text.ts';
import { copyEvents } from './copy-events.ts';
import { erasedPlaces, rejectedEvents, rejectedSenders, testEvents } from './tables.ts';
import type { Deployment } from './deployment.ts';
import { addDerived } from './derived-columns.ts';
import { addIdentityHashes } from './identity-hashes.ts';

/** A step from the tables of one version to those of the next version. Idempotent, because an interrupted step is repeated. */
type Upgrade = {
  id: number;
  name: string;
  take: (clickhouse: ClickHouse, deployment: Deployment) => Promise<void>;
};

/**
 * Attaches the rows of `refused_events`, the table's earlier name, as links to parts, which is fast for any number of rows. If the
 * statement runs twice, the second copy of a row replaces the first. The TTL empties the old table.
 */
const keepRejectedEvents = 'ALTER TABLE rejected_events ATTACH PARTITION ALL FROM refused_events';

/** Statements that add the table of test events, and the senders of rejected events. */
export const ofDoors = (deployment: Deployment): string[] =>
  [testEvents, rejectedSenders].map((table) => table(deployment));

/** All steps. Versions before the first step cannot be upgraded. An empty database gets the current tables without these steps. */
export const UPGRADES: readonly Upgrade[] = [
  {
    id: 4,
    name: 'rejected_events',
    take: async (clickhouse, deployment) => {
      await clickhouse.run(rejectedEvents(deployment));
      await clickhouse.run(keepRejectedEvents);
    },
  },
  { id: 5, name: 'integration_events by identity', take: copyEvents },
  { id: 6, name: 'integration_events with the terms of their details', take: addDetailTerms },
  {
    id: 7,
    name: 'doors of integrations',
    take: async (clickhouse, deployment) => {
      for (const statement of ofDoors(deployment)) await clickhouse.run(statement);
    },
  },
  { id: 8, name: 'integration_events with an index of arrivals', take: addArrivalIndex },
  { id: 9, name: 'integration_events with the subject', take: addDerived('subject') },
  { id: 10, name: 'integration_events with composed letters', take: composeText },
  { id: 11, name: 'integration_events with the environment', take: addDerived('environment') },
  { id: 12, name: 'integration_events with hashes of identities', take: addIdentityHashes },
  { id: 13, name: 'audit', take: (clickhouse, deployment) => clickhouse.run(auditTable(deployment)) },
  {
    id: 14,
    name: 'places of erased rows, and days for which audit entries are kept',
    take: async (clickhouse, deployment) => {
      for (const statement of [erasedPlaces(deployment), ...auditRetention(deployment)])
        await clickhouse.run(statement);
    },
  },
];
export const NEWEST = 14;
