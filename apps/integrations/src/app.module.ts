import { type DynamicModule, Module } from '@nestjs/common';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { deadLetterTopic, KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import type { IntegrationsConfig } from './config.ts';
import { integrationsDatabase } from './database.ts';
import { IntegrationsModule } from './integrations/integrations.module.ts';
import { OrganizationsConsumer } from './organizations/organizations.consumer.ts';

@Module({})
export class AppModule {
  static with(config: IntegrationsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('integrations', config),
        DatabaseModule.with(integrationsDatabase(config)),
        KafkaModule.with({
          service: 'integrations',
          config,
          topics: [integrationChanged.topic, organizationChanged.topic, deadLetterTopic('integrations')],
        }),
        MessagingModule.with('integrations', config),
        IntegrationsModule,
      ],
      controllers: [OrganizationsConsumer],
    };
  }
}
