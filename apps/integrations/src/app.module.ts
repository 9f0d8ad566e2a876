import { type DynamicModule, Module } from '@nestjs/common';
import { userChanged } from '@portico/contracts/events/identity';
import {
  integrationChanged,
  keyChanged,
  keyHandover,
  keyUsed,
  publisherChanged,
} from '@portico/contracts/events/integrations';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import { ConnectModule } from './connect/connect.module.ts';
import { CopiesModule } from './copies/copies.module.ts';
import type { IntegrationsConfig } from './config.ts';
import { integrationsDatabase } from './database.ts';
import { HooksModule } from './hooks/hooks.module.ts';
import { IntegrationsModule } from './integrations/integrations.module.ts';
import { KeysModule } from './keys/keys.module.ts';
import { PublishersModule } from './publishers/publishers.module.ts';
import { EventSchemasModule } from './schemas/event-schemas.module.ts';
import { TokensModule } from './tokens/tokens.module.ts';
import { personalData } from './personal-data.ts';

const OWN_TOPICS = [integrationChanged.topic, keyChanged.topic, keyHandover.topic, publisherChanged.topic];
const FOLLOWED_TOPICS = [organizationChanged.topic, membershipChanged.topic, userChanged.topic, keyUsed.topic];

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
          topics: [...OWN_TOPICS, ...FOLLOWED_TOPICS],
        }),
        MessagingModule.with('integrations', config, personalData),
        CopiesModule,
        IntegrationsModule,
        KeysModule,
        HooksModule,
        PublishersModule,
        ConnectModule,
        TokensModule,
        EventSchemasModule,
      ],
    };
  }
}
