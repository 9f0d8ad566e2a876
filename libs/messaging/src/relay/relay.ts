import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isKafkaError, KAFKA, type Kafka } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { crash, isDefect, Polling } from '@portico/service';
import { Client } from 'pg';
import { OUTBOX_CHANNEL } from '../outbox/outbox.entity.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { Lease } from './lease.ts';
import { type OutboxRow, Publisher } from './publisher.ts';

/** Rows published at a time, and their bytes: Kafka takes a batch of a partition up to 1 MiB, and refuses a larger one each time. */
const BATCH = 500;
const BATCH_BYTES = 512 * 1024;
/** Looks without being woken, in milliseconds: a notification is only a hint, and behind a pooler none arrives. */
const POLL = 1_000;
/** Pause after a failure, in milliseconds. */
const RETRY = 500;

/**
 * Publishes a service's outbox to Kafka, in order. One relay of a service is active, the one that holds the lease; the
 * others poll for it. Each tenure has a producer epoch above those before, so a late write of a stalled relay is rejected
 * where a newer one has written. A row is deleted after Kafka has acknowledged it, so a crash between the two publishes
 * it again: readers ignore a version that they have.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private running: Promise<void> | null = null;
  private lease: Lease | null = null;
  private readonly polling = new Polling();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'connection'>,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.polling.end();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.polling.isEnding) {
      await this.relayOnOneConnection().catch(async (thrown: unknown) => {
        const error = ofPostgres(thrown);
        if (isDefect(error) && !isKafkaError(error)) {
          this.polling.end();
          return crash(error);
        }
        this.logger.warn({ error: String(error) }, 'outbox relay failed, retrying');
        await this.polling.pause(RETRY);
      });
    }
  }

  private async relayOnOneConnection(): Promise<void> {
    const client = new Client({ ...this.options.connection, application_name: 'portico outbox relay' });
    let isLost = false;
    client.on('error', () => {
      isLost = true;
      this.polling.wake();
    });
    client.on('notification', () => this.polling.wake());
    try {
      await client.connect();
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      while (!this.polling.isEnding && !isLost) {
        const lease = await Lease.take(client, this.lease);
        if (lease) await this.publishWhileHeld(client, (this.lease = lease), () => isLost);
        else await this.polling.pause(POLL);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async publishWhileHeld(client: Client, lease: Lease, isLost: () => boolean): Promise<void> {
    const publisher = new Publisher(this.kafka, (assign) => lease.claimProducer(assign));
    try {
      await publisher.connect();
      while (!this.polling.isEnding && !isLost() && (await lease.keep())) {
        if (!(await this.publishBatch(client, publisher))) await this.polling.pause(POLL);
      }
    } finally {
      await publisher.disconnect();
      if (!isLost()) await lease.release();
    }
  }

  /** @returns whether there may be more. */
  private async publishBatch(client: Client, publisher: Publisher): Promise<boolean> {
    const { rows: waiting } = await client.query<OutboxRow>(
      'select id, topic, key, value, traceparent from outbox order by id limit $1',
      [BATCH],
    );
    if (waiting.length === 0) return false;
    const rows = upTo(BATCH_BYTES, waiting);
    await publisher.publish(rows);
    await client.query('delete from outbox where id = any($1)', [rows.map((row) => row.id)]);
    return rows.length < waiting.length || waiting.length === BATCH;
  }
}

/** The first rows that are so many bytes at most; one at least. */
function upTo(bytes: number, rows: readonly OutboxRow[]): readonly OutboxRow[] {
  let sum = 0;
  const end = rows.findIndex(({ key, value }) => (sum += Buffer.byteLength(key) + Buffer.byteLength(value)) > bytes);
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}
