import type { Coordinator } from './groups/coordinator.ts';
import type { ResolvedOptions } from './options.ts';
import type { Topics } from './topics/topics.ts';

const PRODUCER_EXPIRATION_MS = 86_400_000;

type Upkept = { readonly options: ResolvedOptions; readonly topics: Topics; readonly coordinator: Coordinator };

/** Periodic maintenance: flushes written data, deletes expired segments, groups and offsets. */
export class Upkeep {
  private readonly broker: Upkept;
  private readonly timers: NodeJS.Timeout[] = [];
  private flushing: Promise<void> = Promise.resolve();

  constructor(broker: Upkept) {
    const { flushIntervalMs, retentionIntervalMs } = broker.options;
    this.broker = broker;
    this.every(flushIntervalMs, () => (this.flushing = this.flush()));
    this.every(retentionIntervalMs, () => this.expire());
  }

  private every(intervalMs: number, action: () => unknown): void {
    if (intervalMs > 0) this.timers.push(setInterval(action, intervalMs).unref());
  }

  /** Flushes everything written since the last call. If the disk fails, logs a warning and goes on. */
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

  /** Deletes expired data, and rolls segments so that they can expire. Logs a failure and retries at the next interval. */
  private expire(now = Date.now()): void {
    const { coordinator, options, topics } = this.broker;
    try {
      for (const topic of topics.all()) {
        topic.rollOldSegments(now);
        const removed = topic.applyRetention(now);
        if (removed > 0) options.logger.info(`${topic.name}: ${removed} old segments deleted`);
        for (const log of topic.partitions) {
          log.expireProducers(now - PRODUCER_EXPIRATION_MS);
          log.releaseFullSegments();
        }
      }
      coordinator.removeIdleGroups();
      const inUse = (group: string): boolean => coordinator.find(group) !== undefined;
      coordinator.offsets.expire(now, options.offsetsRetentionMs, inUse);
    } catch (error) {
      options.logger.warn(`retention failed: ${String(error)}`);
    }
  }

  /** Stops the maintenance. Resolves when the running flush has ended. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.flushing;
  }
}
