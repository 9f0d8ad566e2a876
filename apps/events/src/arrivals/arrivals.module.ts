import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { ArrivalsController } from './arrivals.controller.ts';
import { ArrivalsService } from './arrivals.service.ts';

@Module({
  imports: [AdmissionModule, DirectoryModule, LogsModule],
  controllers: [ArrivalsController],
  providers: [ArrivalsService],
})
export class ArrivalsModule {}
