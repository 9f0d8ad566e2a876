import { type DynamicModule, Module } from '@nestjs/common';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { userChanged } from '@portico/contracts/events/identity';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { usageChanged } from '@portico/contracts/events/usage';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import type { OrgsConfig } from './config.ts';
import { orgsDatabase } from './database.ts';
import { EntitlementsModule } from './entitlements/entitlements.module.ts';
import { InvitationsModule } from './invitations/invitations.module.ts';
import { MembershipsModule } from './memberships/memberships.module.ts';
import { OrganizationsModule } from './organizations/organizations.module.ts';
import { PrivacyController } from './privacy/privacy.controller.ts';
import { PrivacyService } from './privacy/privacy.service.ts';
import { UsageModule } from './usage/usage.module.ts';
import { ViewAccessModule } from './view-access/view-access.module.ts';
import { VoucherFileModule } from './voucher-file/voucher-file.module.ts';
import { personalData } from './personal-data.ts';

@Module({})
export class AppModule {
  static with(config: OrgsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('orgs', config),
        DatabaseModule.with(orgsDatabase(config)),
        KafkaModule.with({
          service: 'orgs',
          config,
          topics: [
            organizationChanged.topic,
            membershipChanged.topic,
            entitlementChanged.topic,
            usageChanged.topic,
            privacyChanged.topic,
            userChanged.topic,
            purchaseChanged.topic,
          ],
        }),
        MessagingModule.with('orgs', config, personalData),
        MembershipsModule,
        InvitationsModule,
        EntitlementsModule,
        OrganizationsModule,
        VoucherFileModule,
        UsageModule,
        ViewAccessModule,
      ],
      controllers: [PrivacyController],
      providers: [PrivacyService],
    };
  }
}
