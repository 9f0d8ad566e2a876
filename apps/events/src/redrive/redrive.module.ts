import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { RejectedModule } from '../rejected/rejected.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { Previewer } from './previewer.ts';
import { RedrivesController } from './redrives.controller.ts';
import { RedrivesService } from './redrives.service.ts';
import { RedriveReports } from './report.service.ts';
import { RedriveRunner } from './runner.ts';
import { RedriveSelection } from './selection.ts';
import { RedriveStore } from './store.ts';

@Module({
  imports: [DirectoryModule, AdmissionModule, LogsModule, RejectedModule],
  controllers: [RedrivesController],
  providers: [RedriveStore, RedriveSelection, RedriveRunner, Previewer, RedrivesService, RedriveReports],
})
export class RedriveModule {}
