import { type DynamicModule, Module } from '@nestjs/common';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { connectionOptions, DatabaseModule } from '@portico/postgres';
import { deadLetterTopic, KafkaModule } from '@portico/kafka';
import { ServiceModule } from '@portico/service';
import type { OrgsConfig } from './config.ts';
import {
  EntitlementsMigration,
  PurchasesMigration,
  PurchaseVersionsMigration,
} from './entitlements/entitlements.migration.ts';
import { EntitlementsModule } from './entitlements/entitlements.module.ts';
import { OrganizationEntitlement } from './entitlements/organization-entitlement.entity.ts';
import { OrganizationProduct } from './entitlements/organization-product.entity.ts';
import { Purchase } from './entitlements/purchase.entity.ts';
import { MembershipChange } from './memberships/membership-change.entity.ts';
import { Membership } from './memberships/membership.entity.ts';
import { MembershipChangesMigration } from './memberships/memberships.migration.ts';
import { MembershipsModule } from './memberships/memberships.module.ts';
import { Organization } from './organizations/organization.entity.ts';
import { OrganizationsMigration, OrganizationsSearchMigration } from './organizations/organizations.migration.ts';
import { OrganizationsModule } from './organizations/organizations.module.ts';
import { User } from './users/user.entity.ts';
import { UsersMigration } from './users/users.migration.ts';
import { VoucherFileModule } from './voucher-file/voucher-file.module.ts';

@Module({})
export class AppModule {
  static with(config: OrgsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('orgs', config),
        DatabaseModule.with({
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
          ],
          migrations: [
            OrganizationsMigration,
            UsersMigration,
            MembershipChangesMigration,
            EntitlementsMigration,
            OrganizationsSearchMigration,
            PurchasesMigration,
            PurchaseVersionsMigration,
          ],
        }),
        KafkaModule.with({
          service: 'orgs',
          config,
          topics: [
            organizationChanged.topic,
            membershipChanged.topic,
            entitlementChanged.topic,
            userChanged.topic,
            purchaseChanged.topic,
            deadLetterTopic('orgs'),
          ],
          outbox: { connection: connectionOptions(config, 'orgs') },
          consumes: true,
        }),
        MembershipsModule,
        EntitlementsModule,
        OrganizationsModule,
        VoucherFileModule,
      ],
    };
  }
}
