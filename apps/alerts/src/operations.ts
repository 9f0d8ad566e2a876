import { membershipsCopy, type Operations } from '@portico/messaging';
import { alertsDatabase } from './database.ts';
import { integrationsCopy, organizationsCopy, usersCopy } from './directory/copies.ts';

/** What can be repaired of alerts. */
export const alertsOperations: Operations = {
  service: 'alerts',
  database: alertsDatabase,
  owned: [],
  copies: [organizationsCopy, membershipsCopy, integrationsCopy, usersCopy],
};
