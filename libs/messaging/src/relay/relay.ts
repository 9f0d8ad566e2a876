import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isKafkaError, KAFKA, type Kafka } from '@portico/kafka';
import { ofPostgres } from '@portico/postgres';
import { Loop, Unavailable } from '@portico/service';
import { Client } from 'pg';
import { OUTBOX_CHANNEL } from '../outbox/outbox.entity.ts';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../tokens.ts';
import { Lease } from './lease.ts';
import { type OutboxRow, Publisher } from './publisher.ts';

/** Rows published at a time, and their bytes: Kafka takes a batch of a partition up to 1 MiB, and refuses a larger one each time. */
const BATCH = 500;
const BATCH_BYTES = 512 * 1024;
/** Milliseconds between two looks without being woken: a notification is only a hint, and behind a pooler none arrives. */
const POLL = 1_000;

type Connection = { client: Client; isLost: boolean };

/**
 * Publishes a service's outbox to Kafka, in order. One relay of a service is active, the one that holds the lease; the
 * others poll for it. Each tenure has a producer epoch above those before, so a late write of a stalled relay is rejected
 * where a newer one has written. A row is deleted after Kafka has acknowledged it, so a crash between the two publishes
 * it again: readers ignore a version that they have.
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
  /** Its last one, which may still be in the row. */
  private lease: Lease | null = null;
  /** While the lease is its. */
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

  /** @returns whether there may be more to do at once. */
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

  /** Null while another relay has the lease. */
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
