import { Coordinator } from './groups/coordinator.ts';
import { OffsetStore } from './groups/offset-store.ts';
import type { ResolvedOptions } from './options.ts';
import { Authorizer } from './security/authorizer.ts';
import { openSasl, type Sasl } from './security/sasl.ts';
import { Topics } from './topics/topics.ts';
import type { Topic } from './topics/topic.ts';
import { Upkeep } from './upkeep.ts';
import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from './storage/atomic-file.ts';

const BLOCK = 1_000;

/** Issues producer ids that are unique in a data folder. It reserves a block of ids on disk before it issues the first id of the block. */
class ProducerIds {
  private readonly path: string;
  private next: number;
  private reservedUpTo: number;

  constructor(folder: string) {
    this.path = join(folder, 'producer-ids.json');
    const bytes = readFileIfPresent(this.path);
    this.next = bytes === undefined ? 0 : (JSON.parse(bytes.toString('utf8')) as { next: number }).next;
    this.reservedUpTo = this.next;
  }

  take(): number {
    if (this.next >= this.reservedUpTo) {
      writeFileAtomic(this.path, JSON.stringify({ next: this.next + BLOCK }), true);
      this.reservedUpTo = this.next + BLOCK;
    }
    return this.next++;
  }
}

export const NODE_ID = 1;

/** State that the APIs use: topics, groups and producer ids of one data folder, and their maintenance. */
export class Broker {
  readonly options: ResolvedOptions;
  readonly clusterId: string;
  readonly topics: Topics;
  readonly coordinator: Coordinator;
  readonly producerIds: ProducerIds;
  /** SASL authentication. If absent, no client can authenticate. */
  readonly sasl: Sasl | undefined;
  /** Authorization by ACL. If absent, every client has every permission. */
  readonly authorizer: Authorizer | undefined;
  /** The port that clients connect to; set once the listener is open. */
  advertisedPort: number;
  readonly upkeep: Upkeep;

  constructor(options: ResolvedOptions, clusterId: string) {
    const { dataDir, topicDefaults, logger, sasl, authorizer } = options;
    this.options = options;
    this.clusterId = clusterId;
    // Reads the security options and files first, because they are the most likely reason for a failed start.
    this.sasl = sasl && openSasl(sasl, (reason) => logger.info(`credentials refused: ${reason}`));
    this.authorizer = authorizer && new Authorizer(authorizer, dataDir);
    this.advertisedPort = options.port;
    this.topics = new Topics({
      folder: dataDir,
      defaults: topicDefaults,
      onCut: (partition, bytes) => logger.warn(`${partition}: a torn tail of ${bytes} bytes was cut off`),
    });
    this.coordinator = new Coordinator(options, new OffsetStore(dataDir));
    this.producerIds = new ProducerIds(dataDir);
    this.upkeep = new Upkeep(this);
  }

  /** Creates a missing topic if `mayCreate` and the options allow it. @throws the errors of `Topics.get` and `Topics.create`. */
  getOrCreateTopic(name: string, mayCreate: boolean): Topic {
    const topic = this.topics.find(name);
    if (topic !== undefined || !mayCreate || !this.options.autoCreateTopics) return topic ?? this.topics.get(name);
    return this.topics.create({ name, partitions: this.options.defaultPartitions });
  }

  deleteTopic(name: string): void {
    this.topics.delete(name);
    this.coordinator.offsets.deleteTopic(name);
  }

  async close(): Promise<void> {
    this.coordinator.close();
    await this.upkeep.stop();
    this.topics.close();
    this.coordinator.offsets.close();
  }
}
