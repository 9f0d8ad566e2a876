import { Module } from '@nestjs/common';
import { EventsApi } from './events-api.ts';

@Module({ providers: [EventsApi], exports: [EventsApi] })
export class EventsApiModule {}
