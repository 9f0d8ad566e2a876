import { Coordinator } from './groups/coordinator.ts';
import { OffsetStore } from './groups/offset-store.ts';
import type { ResolvedOptions } from './options.ts';
import { ProducerIds } from './producers/producer-ids.ts';
import { Topics } from './topics/topics.ts';
import type { Topic } from './topics/topic.ts';

/** Ids of a cluster of one. */
export const NODE_ID = 1;

const PRODUCER_EXPIRATION_MS = 86_400_000;

/** What the APIs work on: the topics, the groups, the producer ids of one data folder, and the upkeep of their files. */
export class Broker {
  readonly options: ResolvedOptions;
  readonly clusterId: string;
  readonly topics: Topics;
  readonly coordinator: Coordinator;
  readonly producerIds: ProducerIds;
  /** The port that clients are told; known once the listener has it. */
  advertisedPort: number;
  private readonly timers: NodeJS.Timeout[] = [];
  private flushing: Promise<void> = Promise.resolve();

  constructor(options: ResolvedOptions, clusterId: string) {
    const { dataDir, topicDefaults, logger } = options;
    this.options = options;
    this.clusterId = clusterId;
    this.advertisedPort = options.port;
    this.topics = new Topics({
      folder: dataDir,
      defaults: topicDefaults,
      onCut: (partition, bytes) => logger.warn(`${partition}: a torn tail of ${bytes} bytes was cut off`),
    });
    this.coordinator = new Coordinator(options, new OffsetStore(dataDir));
    this.producerIds = new ProducerIds(dataDir);
    this.every(options.flushIntervalMs, () => (this.flushing = this.flush()));
    this.every(options.retentionIntervalMs, () => this.applyRetention());
  }

  private every(intervalMs: number, action: () => unknown): void {
    if (intervalMs > 0) this.timers.push(setInterval(action, intervalMs).unref());
  }

  /** The topic, created with the defaults if that is allowed; throws what `Topics.get` and `create` throw. */
  getOrCreateTopic(name: string, mayCreate: boolean): Topic {
    const topic = this.topics.find(name);
    if (topic !== undefined || !mayCreate || !this.options.autoCreateTopics) return topic ?? this.topics.get(name);
    return this.topics.create({ name, partitions: this.options.defaultPartitions });
  }

  deleteTopic(name: string): void {
    this.topics.delete(name);
    this.coordinator.offsets.deleteTopic(name);
  }

  /** Puts what was written since the last time on the disk. A disk that refuses is reported, not fatal: writes go on. */
  private async flush(): Promise<void> {
    await this.flushing;
    try {
      for (const topic of this.topics.all()) for (const log of topic.partitions) await log.flush();
      await this.coordinator.offsets.flush();
    } catch (error) {
      this.options.logger.warn(`flush failed: ${String(error)}`);
    }
  }

  /** Deletes what is no longer to be kept. */
  applyRetention(now = Date.now()): void {
    const { logger, offsetsRetentionMs } = this.options;
    try {
      for (const topic of this.topics.all()) {
        const removed = topic.applyRetention(now);
        if (removed > 0) logger.info(`${topic.name}: ${removed} old segments deleted`);
        for (const log of topic.partitions) {
          log.expireProducers(now - PRODUCER_EXPIRATION_MS);
          log.closeIdleFiles();
        }
      }
      this.coordinator.removeIdleGroups();
      const inUse = (group: string): boolean => this.coordinator.find(group) !== undefined;
      this.coordinator.offsets.expire(now - offsetsRetentionMs, inUse);
    } catch (error) {
      logger.warn(`retention failed: ${String(error)}`);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.coordinator.close();
    await this.flushing;
    this.topics.close();
    this.coordinator.offsets.close();
  }
}
