import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PartitionLog } from '../log/partition-log.ts';
import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';
import { checkTopicConfigs, type TopicConfigs } from './topic-config.ts';
import { Topic } from './topic.ts';

/** Maximum partitions of all topics, because each partition takes a folder and a file descriptor. Local systems need far fewer. */
const MAX_PARTITIONS = 4_000;

interface StoredTopic {
  readonly name: string;
  readonly id: string;
  readonly partitions: number;
  readonly configs: TopicConfigs;
}

export interface NewTopic {
  readonly name: string;
  readonly partitions: number;
  readonly configs?: TopicConfigs;
}

interface TopicsOptions {
  readonly folder: string;
  readonly defaults: TopicConfigs;
  readonly onCut: (partition: string, bytes: number) => void;
}

/** @throws INVALID_TOPIC_EXCEPTION if the name is not valid. */
export function checkTopicName(name: string): void {
  if (/^[a-zA-Z0-9._-]{1,249}$/.test(name) && name !== '.' && name !== '..') return;
  throw new KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION, `invalid topic name ${name}`);
}

/**
 * The topics of a data folder. `topics.json` lists the existing topics and is replaced atomically. Creating a topic creates its folder
 * before the list entry; deleting a topic removes its folder last. The next start removes folders that a crash left behind.
 */
export class Topics {
  private readonly byName = new Map<string, Topic>();
  private readonly options: TopicsOptions;

  constructor(options: TopicsOptions) {
    this.options = options;
    mkdirSync(this.logsFolder, { recursive: true });
    const bytes = readFileIfPresent(this.path);
    const stored = bytes === undefined ? [] : (JSON.parse(bytes.toString('utf8')) as StoredTopic[]);
    const known = new Set(stored.map((topic) => topic.id));
    for (const name of readdirSync(this.logsFolder)) {
      if (!known.has(name)) rmSync(join(this.logsFolder, name), { recursive: true, force: true });
    }
    for (const topic of stored) this.open(topic);
  }

  private get path(): string {
    return join(this.options.folder, 'topics.json');
  }

  private get logsFolder(): string {
    return join(this.options.folder, 'logs');
  }

  private open({ name, id, configs, partitions }: StoredTopic): Topic {
    const { defaults, onCut } = this.options;
    const topic = new Topic({
      name,
      id,
      configs,
      defaults,
      folder: join(this.logsFolder, id),
      onCut: (partition, bytes) => onCut(`${name}-${partition}`, bytes),
    });
    topic.growTo(partitions);
    this.byName.set(name, topic);
    return topic;
  }

  private save(): void {
    const stored = this.all().map(({ name, id, configs, partitions }) => {
      return { name, id, partitions: partitions.length, configs };
    });
    writeFileAtomic(this.path, JSON.stringify(stored, null, 1), true);
  }

  all(): Topic[] {
    return [...this.byName.values()];
  }

  find(name: string): Topic | undefined {
    return this.byName.get(name);
  }

  /** @throws UNKNOWN_TOPIC_ID. */
  getById(id: string): Topic {
    const topic = this.all().find((one) => one.id === id);
    if (topic === undefined)
      throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_ID, 'This server does not host this topic ID.');
    return topic;
  }

  /** @throws UNKNOWN_TOPIC_OR_PARTITION. */
  get(name: string): Topic {
    const topic = this.byName.get(name);
    if (topic !== undefined) return topic;
    throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 'This server does not host this topic-partition.');
  }

  /** @throws UNKNOWN_TOPIC_OR_PARTITION. */
  partition(name: string, index: number): PartitionLog {
    const log = this.byName.get(name)?.partitions[index];
    if (log !== undefined) return log;
    throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 'This server does not host this topic-partition.');
  }

  /** Checks a new topic without creating it. @throws if the topic cannot be created. */
  checkNew({ name, partitions, configs = {} }: NewTopic): void {
    checkTopicName(name);
    if (this.byName.has(name)) throw new KafkaError(ErrorCode.TOPIC_ALREADY_EXISTS, `Topic '${name}' already exists.`);
    if (partitions < 1) throw new KafkaError(ErrorCode.INVALID_PARTITIONS, 'a topic needs at least one partition');
    this.checkRoom(partitions);
    checkTopicConfigs(configs);
  }

  create(topic: NewTopic): Topic {
    this.checkNew(topic);
    const { name, partitions, configs = {} } = topic;
    const created = this.open({ name, partitions, configs, id: randomUUID().replaceAll('-', '') });
    try {
      this.save();
    } catch (error) {
      this.byName.delete(name);
      this.removeFiles(created);
      throw error;
    }
    return created;
  }

  checkGrow(name: string, count: number): void {
    const has = this.get(name).partitions.length;
    if (count <= has) {
      const text = `The topic currently has ${has} partition(s); ${count} would not be an increase.`;
      throw new KafkaError(ErrorCode.INVALID_PARTITIONS, text);
    }
    this.checkRoom(count - has);
  }

  grow(name: string, count: number): void {
    this.checkGrow(name, count);
    this.get(name).growTo(count);
    this.save();
  }

  setConfigs(name: string, configs: TopicConfigs): void {
    checkTopicConfigs(configs);
    const topic = this.get(name);
    const { configs: before } = topic;
    topic.setConfigs(configs);
    try {
      this.save();
    } catch (error) {
      topic.setConfigs(before);
      throw error;
    }
  }

  /** Deletes a topic, even on a full disk: removing the records frees the space that is needed to write the deletion. */
  delete(name: string): void {
    const topic = this.get(name);
    this.byName.delete(name);
    try {
      this.save();
      this.removeFiles(topic);
    } catch {
      this.removeFiles(topic);
      this.save();
    }
  }

  private removeFiles(topic: Topic): void {
    for (const log of topic.partitions) log.discard();
    rmSync(topic.folder, { recursive: true, force: true });
  }

  close(): void {
    for (const topic of this.all()) for (const log of topic.partitions) log.close();
  }

  private checkRoom(more: number): void {
    const has = this.all().reduce((sum, topic) => sum + topic.partitions.length, 0);
    if (has + more <= MAX_PARTITIONS) return;
    throw new KafkaError(ErrorCode.POLICY_VIOLATION, `more than ${MAX_PARTITIONS} partitions on one node`);
  }
}
