import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { TestEventsConsumer } from './test-events.consumer.ts';
import { TestEventsController } from './test-events.controller.ts';
import { TestEventsService } from './test-events.service.ts';

/** Stores events with test keys, next to the ingest; {@link TestEventsModule} reads them. */
@Module({ imports: [DirectoryModule, QuarantineModule], providers: [ownPool('ingest'), TestEventsConsumer] })
export class TestEventsConsumerModule {}

@Module({
  imports: [DirectoryModule, AdmissionModule],
  controllers: [TestEventsController],
  providers: [TestEventsService],
})
export class TestEventsModule {}
