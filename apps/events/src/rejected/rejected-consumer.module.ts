import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { LogsModule } from '../logs/logs.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { RejectedConsumer } from './rejected.consumer.ts';
import { RestoredInbox } from './restored-inbox.ts';

/** Fills the inbox of rejected events, in processes with the role `ingest`. {@link RejectedModule} reads the inbox. */
@Module({
  imports: [DirectoryModule, LogsModule, QuarantineModule],
  providers: [ownPool('ingest'), RejectedConsumer, RestoredInbox],
})
export class RejectedConsumerModule {}
