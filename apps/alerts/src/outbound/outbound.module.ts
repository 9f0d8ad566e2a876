import { Module } from '@nestjs/common';
import { DeliveryQueue } from './delivery-queue.ts';

@Module({ providers: [DeliveryQueue], exports: [DeliveryQueue] })
export class OutboundModule {}
