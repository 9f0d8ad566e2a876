import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { OUTBOX_CHANNEL } from '@portico/database';
import type { Kafka, Producer } from 'kafkajs';
import { Client } from 'pg';
import { KAFKA, RELAY_OPTIONS, type RelayOptions } from './tokens.ts';

type Row = { id: string; topic: string; key: string; value: string };

/** Rows published at a time. */
const BATCH = 500;
/** Looks without being woken, in milliseconds: notifications are lost with the connection that they came on. */
const POLL = 1_000;
/** Pause after a failure, in milliseconds. */
const RETRY = 500;
/** Key of the advisory lock in the service's own database; whoever holds it is the one relay. */
const RELAY_LOCK = 7_166_001;

/**
 * Publishes a service's outbox to Kafka, in order. One relay of a service is active, the one that holds an advisory lock
 * on its connection; the others wait. A row is deleted after Kafka has acknowledged it, so a crash between the two
 * publishes it again: consumers deduplicate by event id.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private readonly producer: Producer;
  private running: Promise<void> | null = null;
  private isEnding = false;
  /** A row was committed since the last look, or something else is worth one. */
  private isWoken = false;
  private endSleep: () => void = () => undefined;

  constructor(
    @Inject(KAFKA) kafka: Kafka,
    @Inject(RELAY_OPTIONS) private readonly options: RelayOptions,
  ) {
    this.producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  }

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    this.wake();
    await this.running;
    await this.producer.disconnect();
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      await this.relayOnOneConnection().catch(async (error: unknown) => {
        this.logger.warn(`the outbox waits: ${error instanceof Error ? error.message : String(error)}`);
        await this.sleep(RETRY);
      });
    }
  }

  private async relayOnOneConnection(): Promise<void> {
    const client = new Client({ connectionString: this.options.databaseUrl });
    let isLost = false;
    client.on('error', () => {
      isLost = true;
      this.wake();
    });
    client.on('notification', () => this.wake());
    try {
      await client.connect();
      await client.query(`listen ${OUTBOX_CHANNEL}`);
      await this.producer.connect();
      while (!this.isEnding && !isLost) {
        const isActive = await this.holdLock(client);
        const published = isActive ? await this.publishBatch(client) : 0;
        if (published < BATCH) await this.sleep(POLL);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async holdLock(client: Client): Promise<boolean> {
    const held = `select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = ${RELAY_LOCK}`;
    const { rows } = await client.query<{ held: boolean }>(
      `select case when exists (${held}) then true else pg_try_advisory_lock(${RELAY_LOCK}) end as held`,
    );
    return rows[0]?.held === true;
  }

  private async publishBatch(client: Client): Promise<number> {
    const { rows } = await client.query<Row>('select id, topic, key, value from outbox order by id limit $1', [BATCH]);
    if (rows.length === 0) return 0;
    const topicMessages = [...Map.groupBy(rows, (row) => row.topic)].map(([topic, messages]) => ({
      topic,
      messages: messages.map(({ key, value }) => ({
        key,
        value,
        headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
      })),
    }));
    await this.producer.sendBatch({ topicMessages, acks: -1 });
    await client.query('delete from outbox where id = any($1)', [rows.map((row) => row.id)]);
    return rows.length;
  }

  private wake(): void {
    this.isWoken = true;
    this.endSleep();
  }

  /**
   * Until `milliseconds` have passed, a row was committed, the connection was lost, or the service ends; not at all when
   * one of these happened since the last sleep.
   */
  private async sleep(milliseconds: number): Promise<void> {
    if (!this.isWoken && !this.isEnding) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isWoken = false;
  }
}
