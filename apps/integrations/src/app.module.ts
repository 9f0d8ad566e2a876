import { type DynamicModule, Module } from '@nestjs/common';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { connectionOptions, DatabaseModule } from '@portico/postgres';
import { deadLetterTopic, KafkaModule } from '@portico/kafka';
import { ServiceModule } from '@portico/service';
import type { IntegrationsConfig } from './config.ts';
import { Integration } from './integrations/integration.entity.ts';
import { IntegrationsMigration, IntegrationsSearchMigration } from './integrations/integrations.migration.ts';
import { IntegrationsModule } from './integrations/integrations.module.ts';
import { Organization } from './organizations/organization.entity.ts';
import { OrganizationsConsumer } from './organizations/organizations.consumer.ts';
import { OrganizationsMigration } from './organizations/organizations.migration.ts';

@Module({})
export class AppModule {
  static with(config: IntegrationsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('integrations', config),
        DatabaseModule.with({
          name: 'integrations',
          config,
          entities: [Integration, Organization],
          migrations: [OrganizationsMigration, IntegrationsMigration, IntegrationsSearchMigration],
        }),
        KafkaModule.with({
          service: 'integrations',
          config,
          topics: [integrationChanged.topic, organizationChanged.topic, deadLetterTopic('integrations')],
          outbox: { connection: connectionOptions(config, 'integrations') },
          consumes: true,
        }),
        IntegrationsModule,
      ],
      controllers: [OrganizationsConsumer],
    };
  }
}
