import { Module } from '@nestjs/common';
import { DeliveryQueue } from './delivery-queue.ts';
import { OutboundMetrics } from './outbound-metrics.ts';

@Module({ providers: [DeliveryQueue, OutboundMetrics], exports: [DeliveryQueue] })
export class OutboundModule {}
