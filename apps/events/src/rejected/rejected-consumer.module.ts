import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { RejectedConsumer } from './rejected.consumer.ts';

/** Fills the inbox, beside the ingest; {@link RejectedModule} reads it. */
@Module({ imports: [DirectoryModule], providers: [ownPool('ingest'), RejectedConsumer] })
export class RejectedConsumerModule {}
