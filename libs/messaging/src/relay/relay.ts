import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isKafkaError, KAFKA, type Kafka } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { Loop, Unavailable } from '@portico/service';
import { Client } from 'pg';
import { OUTBOX_CHANNEL } from '../outbox/outbox.entity.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { Lease } from './lease.ts';
import { type OutboxRow, Publisher } from './publisher.ts';

/** Limits of one batch. Kafka's maximum is 1 MiB. */
const BATCH = 500;
const BATCH_BYTES = 512 * 1024;
/** Milliseconds between two polls. A notification wakes the relay earlier, but may be lost, and does not arrive behind a pooler. */
const POLL = 1_000;

type Connection = { client: Client; isLost: boolean };

/**
 * Publishes a service's outbox to Kafka, in order. Only the relay that holds the lease publishes; other relays poll for the lease. Each
 * tenure has a higher producer epoch, so that partitions reject late writes of a stalled relay. The relay deletes a row after Kafka has
 * acknowledged it. If the relay crashes after the acknowledgement and before the deletion, the next relay publishes the row again, and
 * readers ignore the repeated version.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop({
    name: 'outbox relay',
    next: () => this.next(),
    pause: POLL,
    toError: (thrown) =>
      isKafkaError(thrown) ? new Unavailable(String(thrown), { cause: thrown }) : ofPostgres(thrown),
  });
  private connection: Connection | null = null;
  /** The last lease of this relay. The table may still contain it. */
  private lease: Lease | null = null;
  /** Null while this relay does not hold the lease. */
  private publisher: Publisher | null = null;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    @Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'connection'>,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.endTenure().catch(() => undefined);
    await this.disconnect();
  }

  /** Returns whether the next run should start without a pause. */
  private async next(): Promise<boolean> {
    try {
      const { client, isLost } = (this.connection ??= await this.connect());
      if (isLost) {
        await this.endTenure();
        await this.disconnect();
        return true;
      }
      this.publisher ??= await this.beginTenure(client);
      if (this.lease === null || this.publisher === null) return false;
      if (await this.lease.keep()) return await this.publishBatch(client, this.publisher);
      await this.endTenure();
      return false;
    } catch (error) {
      await this.endTenure().catch(() => undefined);
      await this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const client = new Client({ ...this.options.connection, application_name: 'portico outbox relay' });
    const connection: Connection = { client, isLost: false };
    client.on('error', () => {
      connection.isLost = true;
      this.loop.wake();
    });
    client.on('notification', () => this.loop.wake());
    try {
      await client.connect();
      await client.query(`listen ${OUTBOX_CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return connection;
  }

  private async disconnect(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    await connection?.client.end().catch(() => undefined);
  }

  /** Takes the lease and connects a producer. Returns null while another relay holds the lease. */
  private async beginTenure(client: Client): Promise<Publisher | null> {
    const lease = await Lease.take(client, this.lease);
    if (!lease) return null;
    this.lease = lease;
    this.publisher = new Publisher(this.kafka, (assign) => lease.claimProducer(assign));
    await this.publisher.connect();
    return this.publisher;
  }

  private async endTenure(): Promise<void> {
    const { publisher, lease, connection } = this;
    this.publisher = null;
    if (!publisher) return;
    try {
      await publisher.disconnect();
    } finally {
      if (lease && connection && !connection.isLost) await lease.release();
    }
  }

  /** Publishes and deletes the next rows. Returns whether the outbox may contain more rows. */
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

/** Returns the first rows with at most `bytes` bytes in total, but at least one row. */
function upTo(bytes: number, rows: readonly OutboxRow[]): readonly OutboxRow[] {
  let sum = 0;
  const end = rows.findIndex(({ key, value }) => (sum += Buffer.byteLength(key) + Buffer.byteLength(value)) > bytes);
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}
