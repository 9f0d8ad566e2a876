import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { TestEventsConsumer } from './test-events.consumer.ts';
import { TestEventsController } from './test-events.controller.ts';
import { TestEventsService } from './test-events.service.ts';

/** Stores events of test keys, in processes with the role `ingest`. {@link TestEventsModule} reads these events. */
@Module({ imports: [DirectoryModule, QuarantineModule], providers: [ownPool('ingest'), TestEventsConsumer] })
export class TestEventsConsumerModule {}

@Module({
  imports: [DirectoryModule, AdmissionModule],
  controllers: [TestEventsController],
  providers: [TestEventsService],
})
export class TestEventsModule {}
