import { type DynamicModule, Module } from '@nestjs/common';
import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { userChanged, viewHandover } from '@portico/contracts/events/identity';
import { integrationChanged, keyHandover } from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { KafkaModule } from '@portico/kafka';
import { MessagingModule } from '@portico/messaging';
import { DatabaseModule } from '@portico/postgres';
import { ServiceModule } from '@portico/service';
import { AcknowledgementModule } from './acknowledgement/acknowledgement.module.ts';
import { ChannelsModule } from './channels/channels.module.ts';
import type { AlertsConfig } from './config.ts';
import { alertsDatabase } from './database.ts';
import { CopiesModule } from './copies/copies.module.ts';
import { DeliveriesModule } from './deliveries/deliveries.module.ts';
import { DirectoryModule } from './directory/directory.module.ts';
import { EpisodesModule } from './episodes/episodes.module.ts';
import { LiveModule } from './live/live.module.ts';
import { MaintenanceModule } from './maintenance/maintenance.module.ts';
import { SilenceModule } from './silence/silence.module.ts';
import { NoticesModule } from './notices/notices.module.ts';
import { ResponsibleModule } from './responsible/responsible.module.ts';
import { ScheduleModule } from './schedule/schedule.module.ts';
import { RulesModule } from './rules/rules.module.ts';
import { TroubleModule } from './trouble/trouble.module.ts';
import { personalData } from './personal-data.ts';

@Module({})
export class AppModule {
  static with(config: AlertsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.with('alerts', config),
        DatabaseModule.with(alertsDatabase(config)),
        KafkaModule.with({
          service: 'alerts',
          config,
          topics: [
            episodeChanged.topic,
            ACTIVITY_TOPIC,
            organizationChanged.topic,
            membershipChanged.topic,
            integrationChanged.topic,
            userChanged.topic,
            keyHandover.topic,
            viewHandover.topic,
            entitlementChanged.topic,
            privacyChanged.topic,
          ],
        }),
        MessagingModule.with('alerts', config, personalData),
        CopiesModule,
        DirectoryModule,
        EpisodesModule,
        LiveModule,
        MaintenanceModule,
        SilenceModule,
        TroubleModule,
        ChannelsModule,
        RulesModule,
        NoticesModule,
        DeliveriesModule,
        AcknowledgementModule,
        ScheduleModule,
        ResponsibleModule,
      ],
    };
  }
}
