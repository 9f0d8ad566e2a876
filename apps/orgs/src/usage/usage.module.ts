import { Module } from '@nestjs/common';
import { EventsApiModule } from '@portico/service/events-api';
import { MembershipsModule } from '../memberships/memberships.module.ts';
import { CountingSchedule } from './counting.schedule.ts';
import { CountingService } from './counting.service.ts';
import { MetersService } from './meters.service.ts';
import { UsageController } from './usage.controller.ts';
import { UsageService } from './usage.service.ts';

@Module({
  imports: [EventsApiModule, MembershipsModule],
  controllers: [UsageController],
  providers: [MetersService, CountingService, CountingSchedule, UsageService],
})
export class UsageModule {}
