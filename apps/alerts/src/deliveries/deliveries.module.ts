import { Module } from '@nestjs/common';
import { Mailer } from '@portico/service/mail';
import { ChannelStoreModule } from '../channels/store/channel-store.module.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { EgressModule } from '../egress/egress.module.ts';
import { EventsApiModule } from '@portico/service/events-api';
import { DeliveryQueue } from '../outbound/delivery-queue.ts';
import { OutboundMetrics } from '../outbound/outbound-metrics.ts';
import { DeliveriesController } from './deliveries.controller.ts';
import { DeliveriesService } from './deliveries.service.ts';
import { Dispatcher } from './dispatcher.ts';
import { Reminders } from './reminders.ts';
import { Sender } from './sender.ts';
import { Sending } from './sending.ts';
import { Transports } from '../channels/transports.ts';
import { WholeEvents } from './whole-events.ts';

@Module({
  imports: [ChannelStoreModule, DirectoryModule, EgressModule, EventsApiModule],
  controllers: [DeliveriesController],
  providers: [
    DeliveriesService,
    DeliveryQueue,
    Dispatcher,
    Mailer,
    OutboundMetrics,
    Reminders,
    Sender,
    Sending,
    Transports,
    WholeEvents,
  ],
  exports: [Dispatcher, Reminders],
})
export class DeliveriesModule {}
