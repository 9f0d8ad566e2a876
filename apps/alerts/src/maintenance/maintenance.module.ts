import { Module } from '@nestjs/common';
import { EventsApiModule } from '@portico/service/events-api';
import { OwnersModule } from '../owners/owners.module.ts';
import { MaintenanceEnds } from './maintenance-ends.ts';
import { MaintenanceController } from './maintenance.controller.ts';
import { MaintenanceService } from './maintenance.service.ts';

@Module({
  imports: [EventsApiModule, OwnersModule],
  controllers: [MaintenanceController],
  providers: [MaintenanceService, MaintenanceEnds],
  exports: [MaintenanceEnds],
})
export class MaintenanceModule {}
