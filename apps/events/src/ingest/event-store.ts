import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { storedIds } from '../queries/stored-ids.query.ts';
import { StoredPosition, storedPositionsStatement } from '../queries/stored-positions.query.ts';
import type { StorableEvent } from './arrival.ts';
import { storeEvents } from './store-events.ts';

/** The moment of the last insert; answered from the parts' own figures, without reading rows. */
const latestInsert = {
  sql: 'SELECT toUnixTimestamp64Milli(max(stored_at)) AS storedAt FROM integration_events',
};
const LatestInsert = z.object({ storedAt: z.number() });

/**
 * Stores events that are not stored yet. There is one writer at a time (see one-owner.ts), but one that was thought dead
 * may still have an insert under way while the next one begins. So each insert is marked with the one that it builds
 * upon, and of two with the same mark ClickHouse keeps the first; whoever lost looks again at what is stored.
 */
@Injectable()
export class EventStore {
  /** Moment of the last insert, when that was this process's; null when it has to be asked for. */
  private head: number | null = null;
  /** Goes into the mark, so that a mark that ClickHouse took without keeping its rows is not used again. */
  private losses = 0;

  constructor(@Inject(ClickHouse) private readonly clickhouse: ClickHouse) {}

  /** Whatever was known of the last insert is not to be relied on: another process may have stored since. */
  forget(): void {
    this.head = null;
  }

  /**
   * Leaves out ids that are stored already, at every try: an insert whose answer was lost may have been stored.
   * @param events - with ids that differ. @param epochs - the log's epoch by Kafka partition.
   * @returns how many were stored. @throws also when another process has stored in between; try again then.
   */
  async storeNew(events: readonly StorableEvent[], epochs: ReadonlyMap<number, number>): Promise<number> {
    const head = this.head ?? (await this.clickhouse.rows(LatestInsert, latestInsert))[0]?.storedAt ?? 0;
    this.head = null;
    const ids = events.map(({ event }) => event.id);
    const known = await storedIds(this.clickhouse, ids);
    const fresh = known.size === 0 ? events : events.filter(({ event }) => !known.has(event.id));
    if (fresh.length > 0) {
      const storedAt = Math.max(Date.now(), head + 1);
      await storeEvents(this.clickhouse, fresh, { epochs, storedAt }, `${head}-${this.losses}`);
      if (!(await this.isStored(fresh, epochs))) {
        this.losses += 1;
        throw new Error('the insert was not kept: another process has stored in between');
      }
      this.losses = 0;
      this.head = storedAt;
    } else this.head = head;
    return fresh.length;
  }

  /** Each partition is stored in order, so its last event tells of all before it. */
  private async isStored(events: readonly StorableEvent[], epochs: ReadonlyMap<number, number>): Promise<boolean> {
    const last = new Map(events.map(({ position }) => [position.partition, position.offset]));
    const positions = await this.clickhouse.rows(StoredPosition, storedPositionsStatement);
    const stored = new Map(positions.map((position) => [position.partition, position]));
    return [...last].every(([partition, offset]) => {
      const position = stored.get(partition);
      const epoch = epochs.get(partition) ?? 0;
      return (
        position !== undefined && (position.epoch > epoch || (position.epoch === epoch && position.offset >= offset))
      );
    });
  }
}
