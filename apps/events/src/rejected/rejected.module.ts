import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { SnapshotModule } from '../snapshot/snapshot.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { PublicationService } from './publication.service.ts';
import { CausesService } from './causes.service.ts';
import { RejectedConsumer } from './rejected.consumer.ts';
import { RejectedController } from './rejected.controller.ts';
import { RejectedService } from './rejected.service.ts';
import { RestoredInbox } from './restored-inbox.ts';
import { UncorrectedService } from './uncorrected.service.ts';

/** Fills the inbox of rejected events, in processes with the role `ingest`. {@link RejectedModule} reads the inbox. */
@Module({
  imports: [DirectoryModule, LogsModule, QuarantineModule],
  providers: [ownPool('ingest'), RejectedConsumer, RestoredInbox],
})
export class RejectedConsumerModule {}

@Module({
  imports: [DirectoryModule, AdmissionModule, SnapshotModule],
  controllers: [RejectedController],
  providers: [RejectedService, CausesService, UncorrectedService, PublicationService],
  exports: [PublicationService],
})
export class RejectedModule {}
