import { Membership, Organization, withMessaging } from '@portico/messaging';
import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { Deployment } from './deployment/deployment.entity.ts';
import { DeploymentMigration } from './deployment/deployment.migration.ts';
import { Customer } from './customers/customer.entity.ts';
import {
  CustomersMigration,
  CustomersWithoutEmailMigration,
  TicketsMigration,
} from './customers/customers.migration.ts';
import { MembershipRolesMigration, OrganizationsMigration } from './organizations/organizations.migration.ts';
import { Purchase } from './purchases/purchase.entity.ts';
import { PurchasesMigration, PurchaseVersionsMigration } from './purchases/purchases.migration.ts';
import { ReconciliationLeaseMigration, ReconciliationMigration } from './reconciliation/reconciliation.migration.ts';
import { Reconciliation } from './reconciliation/reconciliation.entity.ts';
import { WebhookEvent } from './webhooks/webhook-event.entity.ts';
import { MeterEvent } from './usage/meter-event.entity.ts';
import { MeteredLine } from './usage/metered-line.entity.ts';
import { UsagePeriod } from './usage/usage-period.entity.ts';
import { UsageMigration } from './usage/usage.migration.ts';
import { DisputesMigration, WebhooksMigration } from './webhooks/webhooks.migration.ts';

export const billingDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'billing',
    config,
    entities: [
      Deployment,
      Organization,
      Membership,
      Customer,
      Purchase,
      WebhookEvent,
      Reconciliation,
      UsagePeriod,
      MeterEvent,
      MeteredLine,
    ],
    migrations: [
      OrganizationsMigration,
      CustomersMigration,
      PurchasesMigration,
      WebhooksMigration,
      ReconciliationMigration,
      TicketsMigration,
      DisputesMigration,
      PurchaseVersionsMigration,
      ReconciliationLeaseMigration,
      DeploymentMigration,
      MembershipRolesMigration,
      UsageMigration,
      CustomersWithoutEmailMigration,
    ],
  });
