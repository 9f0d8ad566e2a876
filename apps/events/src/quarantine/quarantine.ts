import { Inject, Injectable, Logger, Module } from '@nestjs/common';
import { KAFKA, type Kafka, type Place } from '@portico/kafka';
import { Counter } from '@portico/service';
import { applyQuarantined, publishQuarantined } from './quarantined.ts';

const REASON = 'two processes of the service crashed while they handled this record, see its bytes';

/** Quarantines a record that has crashed two processes of the service, so that the next process skips the record. */
@Injectable()
export class Quarantine {
  private readonly logger = new Logger(Quarantine.name);
  private readonly records = new Counter({
    name: 'portico_quarantined_records_total',
    help: 'Records that were rejected because processes ended while they handled them',
    labelNames: ['topic'],
  });

  constructor(@Inject(KAFKA) private readonly kafka: Kafka) {}

  /** @throws if Kafka does not store the entry. In this case, the caller must not read the partition. */
  readonly add = async ({ topic, partition }: Place, offset: number): Promise<void> => {
    const record = { topic, partition, offset, reason: REASON, at: new Date().toISOString() };
    await publishQuarantined(this.kafka, record);
    applyQuarantined(record);
    this.records.inc({ topic });
    this.logger.error({ topic, partition, offset }, 'record crashed two processes, rejected without decoding');
  };
}

@Module({ providers: [Quarantine], exports: [Quarantine] })
export class QuarantineModule {}
