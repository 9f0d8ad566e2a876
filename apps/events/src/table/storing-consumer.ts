import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ConsumerLoop, type EachBatchPayload, type Kafka, SHARED_GROUP } from '@portico/kafka';
import { crash } from '@portico/service';
import type { Quarantine } from '../quarantine/quarantine.ts';
import { untilItWorks } from './clickhouse/retry.ts';

type Source = {
  topic: string;
  groupId: string;
  /** Name of the records in log messages, such as `test events`. */
  records: string;
  /** Resolves when the first batch may be read. */
  ready: () => Promise<unknown>;
};

/**
 * Reads a topic and stores each batch before its offsets are committed. After a crash a batch may be stored again. An error that
 * is not retried ends the process.
 */
export abstract class StoringConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  protected readonly logger: Logger;
  protected readonly ending = new AbortController();
  private readonly loop: ConsumerLoop;

  constructor(
    kafka: Kafka,
    quarantine: Quarantine,
    private readonly source: Source,
  ) {
    this.logger = new Logger(new.target.name);
    this.loop = new ConsumerLoop(kafka, {
      topics: [source.topic],
      consumer: { groupId: source.groupId, ...SHARED_GROUP },
      commits: 'each batch',
      eachBatch: (payload) => this.keep(payload),
      quarantine: quarantine.add,
      failed: (error) => this.fail(error),
    });
  }

  protected abstract keep(payload: EachBatchPayload): Promise<void>;

  onApplicationBootstrap(): void {
    void this.start().catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.loop.stop();
  }

  private async start(): Promise<void> {
    await this.source.ready();
    await untilItWorks(`connecting ${this.source.records} to Kafka`, () => this.loop.begin(), this.ending.signal);
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal(`consumer of ${this.source.records} failed, the process ends`);
    crash(error);
  }
}
