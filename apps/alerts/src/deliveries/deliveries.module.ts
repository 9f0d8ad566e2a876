import { Module } from '@nestjs/common';
import { Mailer } from '@portico/service/mail';
import { AcknowledgeLinksModule } from '../acknowledgement/acknowledge-links.module.ts';
import { ChannelStoreModule } from '../channels/store/channel-store.module.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EgressModule } from '../egress/egress.module.ts';
import { EventsApiModule } from '@portico/service/events-api';
import { OutboundModule } from '../outbound/outbound.module.ts';
import { OwnersModule } from '../owners/owners.module.ts';
import { DeliveriesController } from './deliveries.controller.ts';
import { DeliveriesService } from './deliveries.service.ts';
import { Dispatcher } from './dispatcher.ts';
import { Reminders } from './reminders.ts';
import { Sender } from './sender.ts';
import { Sending } from './sending.ts';
import { Transports } from '../channels/transports.ts';
import { WholeEvents } from './whole-events.ts';

@Module({
  imports: [
    AcknowledgeLinksModule,
    ChannelStoreModule,
    DirectoryModule,
    EgressModule,
    EventsApiModule,
    OutboundModule,
    OwnersModule,
  ],
  controllers: [DeliveriesController],
  providers: [DeliveriesService, Dispatcher, Mailer, Reminders, Sender, Sending, Transports, WholeEvents],
  exports: [Dispatcher, Reminders],
})
export class DeliveriesModule {}
