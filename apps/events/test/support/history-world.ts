import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import { CompressionTypes, type Producer, withAdmin } from '@portico/kafka';
import { type RunningClickHouse, startClickHouse } from '@portico/stack';
import { caller, type Call, eventually, everyEvent, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { lagOf, rejectedIds, totalsOf } from './answers.ts';
import { type EventsStack, startEventsStack } from './events-stack.ts';

/** Length of a pause in milliseconds. It is longer than Kafka's session timeout, so another process gets the partitions. */
const FROZEN = 7_500;
const SETTLED = 90_000;
const PARTITIONS = 6;
const CODECS = [
  CompressionTypes.None,
  CompressionTypes.GZIP,
  CompressionTypes.Snappy,
  CompressionTypes.LZ4,
  CompressionTypes.ZSTD,
];

/** A publication and its expected result. `known`: the event is already listed. */
type Publication = {
  outcome: 'accepted' | 'rejected' | 'known';
  event: IntegrationEvent;
  value: object;
  partition: number;
};

/** Returns a seeded random number below a bound. */
export type Choose = (below: number) => number;

/** Causes incidents of the product and its engines, and records the events that Kafka acknowledges during the incidents. */
export class HistoryWorld {
  private stack!: EventsStack;
  private clickhouse!: RunningClickHouse;
  private dataDir = '';
  private admin!: Call;
  private producer!: Producer;
  private services: ServiceProcess[] = [];
  private readonly accepted = new Map<string, IntegrationEvent>();
  private readonly rejected = new Set<string>();
  /** Ids of events that were published without an acknowledgement, so that they may or may not be listed. */
  private readonly doubtful = new Set<string>();
  /** Events known to be listed. */
  private listed: IntegrationEvent[] = [];
  private partitions = PARTITIONS;
  private copy: string | null = null;

  async start(): Promise<void> {
    this.dataDir = await mkdtemp(join(tmpdir(), 'portico-history-'));
    this.clickhouse = await startClickHouse({ dataDir: join(this.dataDir, 'clickhouse') });
    this.stack = await startEventsStack(this.clickhouse.url);
    this.producer = this.stack.kafka.producer({ allowAutoTopicCreation: false });
    await this.producer.connect();
    this.services = [await this.stack.start(), await this.stack.start(0)];
    this.admin = await this.stack.furnish();
  }

  async stop(): Promise<void> {
    await this.producer?.disconnect();
    await this.stack?.stop();
    await this.clickhouse?.stop();
    if (this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Publishes new events, retries, different content with a known identity, and invalid events, with a random codec. */
  async publish(choose: Choose, count = 20 + choose(60)): Promise<void> {
    for (let left = count; left > 0; left -= 20) await this.send(choose, Math.min(20, left));
  }

  private async send(choose: Choose, count: number): Promise<void> {
    const publications = Array.from({ length: count }, () => this.publication(choose));
    const messages = publications.map(({ value, partition }) => ({ partition, value: JSON.stringify(value) }));
    const compression = CODECS[choose(CODECS.length)] ?? CompressionTypes.None;
    const sent = await this.producer
      .send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1, compression })
      .catch(() => null);
    // kafkajs silently drops messages to a partition that it does not know yet.
    const acknowledged = new Set(sent?.map(({ partition }) => partition));
    for (const { outcome, event, partition } of publications) {
      if (!acknowledged.has(partition)) this.doubtful.add(event.id);
      else if (outcome === 'rejected') this.rejected.add(event.id);
      else if (outcome === 'accepted') this.accepted.set(event.id, event);
    }
  }

  private publication(choose: Choose): Publication {
    const known = this.listed[choose(Math.max(1, this.listed.length))];
    const partition = choose(this.partitions);
    const kind = choose(20);
    if (known && kind < 2) return { outcome: 'known', event: known, value: known, partition };
    if (known && kind === 2) {
      const value = { ...known, details: { message: 'something else' } };
      return { outcome: 'rejected', event: known, value, partition };
    }
    const source_id = 1 + choose(2);
    const event = integrationEvent({ source_id, organization_id: source_id });
    if (kind === 3) return { outcome: 'rejected', event, value: { ...event, result: 'OK' }, partition };
    return { outcome: 'accepted', event, value: event, partition };
  }

  /** Checks that every acknowledged event is either listed once or rejected, and that all counts agree. */
  async check(): Promise<void> {
    this.admin = await this.stack.as(); // a new token, because the previous token expires before fifty histories are done
    await eventually(async () => {
      this.checkProcesses();
      const rejected = await rejectedIds(this.admin);
      const ids = (await everyEvent(this.admin)).map(({ id }) => id);
      const once = new Set(ids);
      const found = {
        missing: [...this.accepted.keys()].filter((id) => !once.has(id)).length,
        doubled: ids.length - once.size,
        unknown: [...once].filter((id) => !this.accepted.has(id) && !this.doubtful.has(id)).length,
        notRejected: [...this.rejected].filter((id) => !rejected.has(id)).length,
      };
      const isRight = Object.values(found).every((count) => count === 0);
      const totals = await totalsOf(this.admin);
      if (isRight && totals.every((total) => total === ids.length)) return true;
      const counts = `count, histogram and facets ${totals.join(', ')}`;
      throw new Error(`of ${ids.length} ${JSON.stringify(found)}, ${counts}, ${await lagOf(this.stack.kafka)}`);
    }, SETTLED);
    this.listed = [...this.accepted.values()];
    await this.checkLive();
  }

  /** @throws Error with the output of a process that has ended unexpectedly. */
  private checkProcesses(): void {
    for (const { process: child, output } of this.services)
      if (child.exitCode !== null) throw new Error(`a service ended with ${child.exitCode}:\n${output()}`);
  }

  /**
   * Checks that a viewer who has just loaded the list receives exactly the events that are published afterwards. A process that detects a
   * replaced log only during this check resets its viewers. Their new list may then contain the event.
   */
  private async checkLive(): Promise<void> {
    for (const { url } of this.services) {
      const token = await this.stack.tokens.sign();
      // Waits until this process lists all events, because its viewer would otherwise receive further live rows.
      await eventually(async () => {
        const ids = new Set((await everyEvent(caller(url, token))).map(({ id }) => id));
        return [...this.accepted.keys()].every((id) => ids.has(id));
      }, SETTLED);
      const viewer = await new LiveViewer(url, token).open();
      const event = integrationEvent({ trace_id: randomUUID().replaceAll('-', '') });
      await eventually(() => this.stack.publisher.publish(event).then(() => true), SETTLED);
      this.accepted.set(event.id, event);
      await eventually(() => {
        if (viewer.received.includes(event.id)) return true;
        if (viewer.resets.includes('log_changed') && viewer.rows.has(event.id)) return true;
        throw new Error(
          `not shown after ${viewer.resets.join(', ') || 'no reset'}, status ${JSON.stringify(viewer.statuses.at(-1))}`,
        );
      }, SETTLED);
      viewer.check();
      viewer.close();
      await eventually(async () =>
        (await everyEvent(this.admin, { trace: event.trace_id })).some(({ id }) => id === event.id),
      );
      const unexpected = viewer.received.filter((id) => id !== event.id);
      if (unexpected.length > 0) throw new Error(`${unexpected.length} events were shown that the list has`);
    }
  }

  async killService(choose: Choose): Promise<void> {
    const [which, how] = [choose(2), choose(3)];
    await (how === 0 ? this.services[which]?.stop() : this.services[which]?.kill());
    this.services[which] = await this.stack.start(which === 0 ? undefined : 0);
  }

  /** Freezes a process, which later resumes with its work in progress. */
  async freezeService(choose: Choose): Promise<void> {
    const pid = this.services[choose(2)]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await this.publish(choose);
    await sleep(FROZEN); // lets Kafka end the session of the frozen process
    process.kill(pid, 'SIGCONT');
  }

  async crashKafka(): Promise<void> {
    await this.stack.crashKafka();
  }

  async killClickHouse(choose: Choose): Promise<void> {
    process.kill(-this.clickhouse.pid, 'SIGKILL');
    await this.clickhouse.exited;
    await this.publish(choose);
    await this.startClickHouse();
  }

  /** Restores ClickHouse from a backup. Kafka still has every event since the backup. */
  async restoreClickHouse(choose: Choose): Promise<void> {
    if (this.copy === null) return this.copyClickHouse();
    process.kill(-this.clickhouse.pid, 'SIGKILL');
    await this.clickhouse.exited;
    const data = join(this.dataDir, 'clickhouse');
    await rm(data, { recursive: true });
    await cp(this.copy, data, { recursive: true });
    const isRunning = choose(2) === 0;
    if (!isRunning) await Promise.all(this.services.map((service) => service.kill()));
    await this.startClickHouse();
    if (!isRunning) this.services = [await this.stack.start(), await this.stack.start(0)];
    // A process detects the restored state at its next insert.
    await this.publish(choose, 200);
  }

  /**
   * Recreates the topic after all events were read, while the services run or are stopped. The new log is shorter or longer than the old
   * log.
   */
  async recreateTopic(choose: Choose): Promise<void> {
    await this.check();
    this.copy = null;
    const isRunning = choose(2) === 0;
    if (!isRunning) await Promise.all(this.services.map((service) => service.stop()));
    await withAdmin(this.stack.kafka, (admin) => admin.deleteTopics({ topics: [INTEGRATION_EVENTS_TOPIC] }));
    const topic = { topic: INTEGRATION_EVENTS_TOPIC, numPartitions: this.partitions, replicationFactor: 1 };
    await eventually(
      () => withAdmin(this.stack.kafka, (admin) => admin.createTopics({ topics: [topic], waitForLeaders: true })),
      SETTLED,
    );
    await this.publish(choose, choose(2) === 0 ? 20 : 1_500);
    if (!isRunning) this.services = [await this.stack.start(), await this.stack.start(0)];
  }

  async addPartition(): Promise<void> {
    if (this.partitions > PARTITIONS + 2) return;
    this.partitions += 1;
    const topicPartitions = [{ topic: INTEGRATION_EVENTS_TOPIC, count: this.partitions }];
    await withAdmin(this.stack.kafka, (admin) => admin.createPartitions({ topicPartitions }));
  }

  private async copyClickHouse(): Promise<void> {
    await this.clickhouse.stop();
    this.copy = join(this.dataDir, 'copy');
    await rm(this.copy, { recursive: true, force: true });
    await cp(join(this.dataDir, 'clickhouse'), this.copy, { recursive: true });
    await this.startClickHouse();
  }

  private async startClickHouse(): Promise<void> {
    const dataDir = join(this.dataDir, 'clickhouse');
    this.clickhouse = await startClickHouse({ dataDir, port: this.clickhouse.port });
  }
}
