import { Module } from '@nestjs/common';
import { EventsApiModule } from '@portico/service/events-api';
import { MembershipsModule } from '../memberships/memberships.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { CountingSchedule } from './counting.schedule.ts';
import { CountingService } from './counting.service.ts';
import { MetersService } from './meters.service.ts';
import { OpeningService } from './opening.service.ts';
import { UsageController } from './usage.controller.ts';
import { UsageService } from './usage.service.ts';

@Module({
  imports: [EventsApiModule, MembershipsModule, UsersModule],
  controllers: [UsageController],
  providers: [MetersService, OpeningService, CountingService, CountingSchedule, UsageService],
})
export class UsageModule {}
