import { Global, Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { AdmissionModule } from '../table/admission/admission.module.ts';
import { ownPool } from '../table/clickhouse.module.ts';
import { AuditConsumer } from './audit.consumer.ts';
import { AuditController } from './audit.controller.ts';
import { AuditErasure } from './audit-erasure.ts';
import { AuditProducer } from './audit-producer.ts';
import { AuditService } from './audit.service.ts';
import { ReadLog } from './read-log.ts';

/** Writes audit entries, in processes of every role. */
@Global()
@Module({ providers: [AuditProducer, ReadLog], exports: [ReadLog] })
export class AuditModule {}

/** Stores the audit log, in processes with the role `ingest`. {@link AuditLogModule} reads the stored log. */
@Module({ imports: [QuarantineModule, DirectoryModule], providers: [ownPool('ingest'), AuditConsumer, AuditErasure] })
export class AuditConsumerModule {}

@Module({
  imports: [DirectoryModule, AdmissionModule],
  controllers: [AuditController],
  providers: [AuditService],
})
export class AuditLogModule {}
