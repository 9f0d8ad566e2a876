import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { SnapshotModule } from '../snapshot/snapshot.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { PublicationService } from './publication.service.ts';
import { CausesService } from './causes.service.ts';
import { RejectedController } from './rejected.controller.ts';
import { RejectedService } from './rejected.service.ts';
import { UncorrectedService } from './uncorrected.service.ts';

@Module({
  imports: [DirectoryModule, AdmissionModule, SnapshotModule],
  controllers: [RejectedController],
  providers: [RejectedController, RejectedService, CausesService, UncorrectedService, PublicationService],
  exports: [PublicationService],
})
export class RejectedModule {}
