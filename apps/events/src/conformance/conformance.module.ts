import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { ConformanceController } from './conformance.controller.ts';
import { ConformanceService } from './conformance.service.ts';

@Module({
  imports: [DirectoryModule, AdmissionModule],
  controllers: [ConformanceController],
  providers: [ConformanceService],
})
export class ConformanceModule {}
