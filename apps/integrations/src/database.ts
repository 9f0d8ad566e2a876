import { withMessaging } from '@portico/messaging';
import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { Integration } from './integrations/integration.entity.ts';
import { IntegrationDoorsMigration, IntegrationsMigration, IntegrationsSearchMigration } from './integrations/integrations.migration.ts';
import { Organization } from './organizations/organization.entity.ts';
import { OrganizationsMigration } from './organizations/organizations.migration.ts';

/** The service's database. */
export const integrationsDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'integrations',
    config,
    entities: [Integration, Organization],
    migrations: [OrganizationsMigration, IntegrationsMigration, IntegrationsSearchMigration, IntegrationDoorsMigration],
  });
