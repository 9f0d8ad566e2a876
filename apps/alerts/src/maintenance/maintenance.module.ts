import { Module } from '@nestjs/common';
import { EventsApiModule } from '@portico/service/events-api';
import { MaintenanceEnds } from './maintenance-ends.ts';
import { MaintenanceController } from './maintenance.controller.ts';
import { MaintenanceService } from './maintenance.service.ts';

@Module({
  imports: [EventsApiModule],
  controllers: [MaintenanceController],
  providers: [MaintenanceService, MaintenanceEnds],
  exports: [MaintenanceEnds],
})
export class MaintenanceModule {}
