import type { MikroORM } from '@mikro-orm/postgresql';
import { Membership, Organization, withMessaging } from '@portico/messaging';
import { type DatabaseConfig, type DatabaseOptions, openDatabase } from '@portico/postgres';
import { Sending } from '@portico/postgres/sendings';
import { SigningKey } from '@portico/postgres/signing-keys';
import { Binding } from './bindings/binding.entity.ts';
import { BindingsMigration, LastSignOnMigration } from './bindings/bindings.migration.ts';
import { BotCheckMigration } from './bot-check/bot-check.migration.ts';
import { UsedProof } from './bot-check/used-proof.entity.ts';
import { EmailChange } from './email-changes/email-change.entity.ts';
import { EmailChangesMigration } from './email-changes/email-changes.migration.ts';
import { OrganizationsMigration } from './organizations/organizations.migration.ts';
import { SignedIn } from './sessions/session.entity.ts';
import { ProviderSessionsMigration, SessionsMigration, ViewSessionsMigration } from './sessions/sessions.migration.ts';
import { KeyRotationMigration, TokensMigration } from './tokens/tokens.migration.ts';
import { SeenPurchase } from './users/seen-purchase.entity.ts';
import { User } from './user-row/user.entity.ts';
import {
  ComposedUserSearchMigration,
  SeenPurchasesMigration,
  UserAccessVersionMigration,
  UserSearchMigration,
  UsersMigration,
} from './users/users.migration.ts';
import { View } from './views/view.entity.ts';
import { ViewPlace } from './views/view-place.entity.ts';
import {
  SharedViewsMigration,
  ViewHandoversMigration,
  ViewOwnersMigration,
  ViewsMigration,
} from './views/views.migration.ts';

export const identityDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'identity',
    config,
    entities: [
      User,
      SeenPurchase,
      SigningKey,
      UsedProof,
      Organization,
      Membership,
      View,
      ViewPlace,
      EmailChange,
      Sending,
      Binding,
      SignedIn,
    ],
    migrations: [
      UsersMigration,
      TokensMigration,
      UserAccessVersionMigration,
      KeyRotationMigration,
      BotCheckMigration,
      UserSearchMigration,
      ViewsMigration,
      SeenPurchasesMigration,
      OrganizationsMigration,
      SharedViewsMigration,
      ComposedUserSearchMigration,
      EmailChangesMigration,
      ViewOwnersMigration,
      ViewHandoversMigration,
      BindingsMigration,
      LastSignOnMigration,
      SessionsMigration,
      ViewSessionsMigration,
      ProviderSessionsMigration,
    ],
  });

export const openIdentityDatabase = (config: DatabaseConfig): Promise<MikroORM> =>
  openDatabase(identityDatabase(config));
