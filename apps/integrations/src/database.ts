import { Membership, Organization, withMessaging } from '@portico/messaging';
import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { SigningKey } from '@portico/postgres/signing-keys';
import { AccessMigration, MembershipRoleMigration } from './access/access.migration.ts';
import { HooksMigration } from './hooks/hooks.migration.ts';
import { Integration } from './integration-row/integration.entity.ts';
import {
  ComposedIntegrationsSearchMigration,
  IntegrationDoorsMigration,
  IntegrationEpisodesMigration,
  IntegrationsMigration,
  IntegrationsSearchMigration,
} from './integration-row/integrations.migration.ts';
import { IntegrationKey } from './keys/key.entity.ts';
import { KeyOwnersMigration } from './keys/key-owners.migration.ts';
import { KeyMakersMigration, KeysMigration } from './keys/keys.migration.ts';
import { OrganizationsMigration } from './organizations/organizations.migration.ts';
import { Publisher } from './publishers/publisher.entity.ts';
import { PublishersMigration } from './publishers/publishers.migration.ts';
import { EventSchema } from './schemas/event-schema.entity.ts';
import { EventSchemasMigration } from './schemas/event-schemas.migration.ts';
import { User } from './access/user.entity.ts';
import { TokensMigration } from './tokens/tokens.migration.ts';

export const integrationsDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'integrations',
    config,
    entities: [Integration, Organization, IntegrationKey, Publisher, User, Membership, SigningKey, EventSchema],
    migrations: [
      OrganizationsMigration,
      IntegrationsMigration,
      IntegrationsSearchMigration,
      IntegrationDoorsMigration,
      AccessMigration,
      KeysMigration,
      PublishersMigration,
      TokensMigration,
      EventSchemasMigration,
      IntegrationEpisodesMigration,
      KeyMakersMigration,
      KeyOwnersMigration,
      ComposedIntegrationsSearchMigration,
      HooksMigration,
      MembershipRoleMigration,
    ],
  });
