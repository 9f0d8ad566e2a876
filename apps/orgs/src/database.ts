import { withMessaging } from '@portico/messaging';
import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { Sending } from '@portico/postgres/sendings';
import {
  EntitlementsMigration,
  PurchasesMigration,
  PurchaseVersionsMigration,
} from './entitlements/entitlements.migration.ts';
import { OrganizationEntitlement } from './entitlements/organization-entitlement.entity.ts';
import { OrganizationProduct } from './entitlements/organization-product.entity.ts';
import { Purchase } from './entitlements/purchase.entity.ts';
import { Invitation } from './invitations/invitation.entity.ts';
import { InvitationSending } from './invitations/invitation-sending.entity.ts';
import { InvitationsMigration, SendingsMigration } from './invitations/invitations.migration.ts';
import { MembershipChange } from './memberships/membership-change.entity.ts';
import { Membership } from './memberships/membership.entity.ts';
import {
  InvitedMembershipsMigration,
  MembershipChangesMigration,
  MembershipRolesMigration,
} from './memberships/memberships.migration.ts';
import { Organization } from './organization-row/organization.entity.ts';
import {
  AuditDaysMigration,
  ComposedOrganizationsSearchMigration,
  OrganizationsMigration,
  OrganizationsSearchMigration,
} from './organization-row/organizations.migration.ts';
import { PrivacyRules } from './privacy/privacy.entity.ts';
import { PrivacyMigration } from './privacy/privacy.migration.ts';
import { Meter } from './usage/meter.entity.ts';
import { UsageAdjustment, UsagePeriod, UsageValue } from './usage/usage-period.entity.ts';
import { HardLimitsMigration } from './usage/hard-limits.migration.ts';
import {
  UsageMigration,
  UsagePeriodsMigration,
  UsageStatesMigration,
  UsageValuesMigration,
} from './usage/usage.migration.ts';
import { ViewAccess } from './view-access/view-access.entity.ts';
import { ViewAccessMigration } from './view-access/view-access.migration.ts';
import { User } from './users/user.entity.ts';
import { UsersMigration } from './users/users.migration.ts';

export const orgsDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'orgs',
    config,
    entities: [
      Organization,
      Membership,
      MembershipChange,
      OrganizationProduct,
      OrganizationEntitlement,
      Purchase,
      User,
      Invitation,
      InvitationSending,
      Sending,
      Meter,
      UsagePeriod,
      UsageAdjustment,
      UsageValue,
      ViewAccess,
      PrivacyRules,
    ],
    migrations: [
      OrganizationsMigration,
      UsersMigration,
      MembershipChangesMigration,
      EntitlementsMigration,
      OrganizationsSearchMigration,
      PurchasesMigration,
      PurchaseVersionsMigration,
      MembershipRolesMigration,
      InvitationsMigration,
      InvitedMembershipsMigration,
      SendingsMigration,
      ComposedOrganizationsSearchMigration,
      UsageMigration,
      HardLimitsMigration,
      UsagePeriodsMigration,
      UsageStatesMigration,
      ViewAccessMigration,
      PrivacyMigration,
      UsageValuesMigration,
      AuditDaysMigration,
    ],
  });
