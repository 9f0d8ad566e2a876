import { join } from 'node:path';
import { PartitionLog } from '../log/partition-log.ts';
import { effectiveConfig, type EffectiveConfig, type TopicConfigs } from './topic-config.ts';

interface TopicOptions {
  readonly name: string;
  /** The topic id: 32 hexadecimal digits. */
  readonly id: string;
  readonly configs: TopicConfigs;
  readonly defaults: TopicConfigs;
  readonly folder: string;
  readonly onCut: (partition: number, bytes: number) => void;
}

/** A topic with the logs of its partitions. Its id is the name of its folder, so a new topic with the same name is empty. */
export class Topic {
  readonly name: string;
  readonly id: string;
  readonly folder: string;
  readonly partitions: PartitionLog[] = [];
  configs: TopicConfigs;
  config: EffectiveConfig;
  private readonly defaults: TopicConfigs;
  private readonly onCut: TopicOptions['onCut'];

  constructor(options: TopicOptions) {
    this.name = options.name;
    this.id = options.id;
    this.folder = options.folder;
    this.defaults = options.defaults;
    this.onCut = options.onCut;
    this.configs = options.configs;
    this.config = effectiveConfig(options.configs, options.defaults);
  }

  growTo(count: number): void {
    for (let index = this.partitions.length; index < count; index++) {
      const log = new PartitionLog(join(this.folder, String(index)), (bytes) => this.onCut(index, bytes));
      this.partitions.push(log);
    }
  }

  setConfigs(configs: TopicConfigs): void {
    this.configs = configs;
    this.config = effectiveConfig(configs, this.defaults);
  }

  /** Begins a new segment in each partition whose active segment is too old, because only full segments expire. */
  rollOldSegments(now: number): void {
    const { deletes, segmentMs } = this.config;
    if (deletes) for (const log of this.partitions) log.rollIfOlder(segmentMs, now);
  }

  applyRetention(now: number): number {
    const { deletes, retentionMs, retentionBytes } = this.config;
    if (!deletes) return 0;
    let removed = 0;
    for (const log of this.partitions) {
      removed += log.removeOldSegments((segment, logBytes) => {
        const tooOld = retentionMs >= 0 && segment.maxTimestamp < now - retentionMs;
        return tooOld || (retentionBytes >= 0 && logBytes - segment.byteLength >= retentionBytes);
      });
    }
    return removed;
  }
}
