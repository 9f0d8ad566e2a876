import { type DynamicModule, Module } from '@nestjs/common';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { sessionEnded, userChanged, viewHandover } from '@portico/contracts/events/identity';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import type { IdentityConfig } from './config.ts';
import { identityDatabase } from './database.ts';
import { BotCheckModule } from './bot-check/bot-check.module.ts';
import { OrganizationsModule } from './organizations/organizations.module.ts';
import { SettingsController } from './settings/settings.controller.ts';
import { SignOnModule } from './sign-on/sign-on.module.ts';
import { UsersModule } from './users/users.module.ts';
import { VendorFileModule } from './vendor-file/vendor-file.module.ts';
import { ViewsModule } from './views/views.module.ts';
import { personalData } from './personal-data.ts';

@Module({})
export class AppModule {
  static with(config: IdentityConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('identity', config),
        DatabaseModule.with(identityDatabase(config)),
        KafkaModule.with({
          service: 'identity',
          config,
          topics: [
            userChanged.topic,
            viewHandover.topic,
            sessionEnded.topic,
            purchaseChanged.topic,
            organizationChanged.topic,
            membershipChanged.topic,
          ],
        }),
        MessagingModule.with('identity', config, personalData),
        UsersModule,
        SignOnModule,
        BotCheckModule,
        VendorFileModule,
        OrganizationsModule,
        ViewsModule,
      ],
      controllers: [SettingsController],
    };
  }
}
