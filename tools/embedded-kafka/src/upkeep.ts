import type { Broker } from './broker.ts';
import { compactLog } from './log/compaction/compact.ts';

const PRODUCER_EXPIRATION_MS = 86_400_000;

/** What has to be done now and then so that a broker which is left alone loses nothing and does not grow: flush, delete, compact. */
export class Upkeep {
  private readonly broker: Broker;
  private readonly timers: NodeJS.Timeout[] = [];
  private flushing: Promise<void> = Promise.resolve();
  private tidying: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(broker: Broker) {
    const { flushIntervalMs, retentionIntervalMs } = broker.options;
    this.broker = broker;
    this.every(flushIntervalMs, () => (this.flushing = this.flush()));
    this.every(retentionIntervalMs, () => this.tidy());
  }

  private every(intervalMs: number, action: () => unknown): void {
    if (intervalMs > 0) this.timers.push(setInterval(action, intervalMs).unref());
  }

  /** Puts what was written since the last time on the disk. A disk that refuses is reported, not fatal: writes go on. */
  private async flush(): Promise<void> {
    await this.flushing;
    const { topics, coordinator, options } = this.broker;
    try {
      for (const topic of topics.all()) for (const log of topic.partitions) await log.flush();
      await coordinator.offsets.flush();
    } catch (error) {
      options.logger.warn(`flush failed: ${String(error)}`);
    }
  }

  /** Deletes and compacts; a call while the one before is at work joins it. Failures are reported and tried again next time. */
  tidy(now = Date.now()): Promise<void> {
    this.tidying ??= this.tidyAll(now).finally(() => (this.tidying = undefined));
    return this.tidying;
  }

  private async tidyAll(now: number): Promise<void> {
    this.expire(now);
    for (const { name, partitions, config } of this.broker.topics.all()) {
      if (config.compaction === undefined) continue;
      for (const [index, log] of partitions.entries()) {
        if (this.stopping.signal.aborted) return;
        const { logger } = this.broker.options;
        try {
          const freed = await compactLog(log, { config: config.compaction, now, signal: this.stopping.signal });
          if (freed > 0) logger.info(`${name}-${index}: compacted, ${freed} bytes freed`);
        } catch (error) {
          logger.warn(`${name}-${index}: compaction failed: ${String(error)}`);
        }
      }
    }
  }

  /** Deletes what is no longer to be kept, and begins the segments that the next round can work on. */
  private expire(now: number): void {
    const { coordinator, options, topics } = this.broker;
    try {
      for (const topic of topics.all()) {
        topic.rollOldSegments(now);
        const removed = topic.applyRetention(now);
        if (removed > 0) options.logger.info(`${topic.name}: ${removed} old segments deleted`);
        for (const log of topic.partitions) {
          log.expireProducers(now - PRODUCER_EXPIRATION_MS);
          log.closeIdleFiles();
        }
      }
      coordinator.removeIdleGroups();
      const inUse = (group: string): boolean => coordinator.find(group) !== undefined;
      coordinator.offsets.expire(now, options.offsetsRetentionMs, inUse);
    } catch (error) {
      options.logger.warn(`retention failed: ${String(error)}`);
    }
  }

  /** Resolves when nothing is at work any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    await this.flushing;
    await this.tidying;
  }
}
