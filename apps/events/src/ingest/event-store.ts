import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedIds } from '../table/stored-ids.ts';
import { StoredPosition, storedPositionsStatement } from '../table/stored-positions.ts';
import type { StorableEvent } from '../judge/judged-message.ts';
import { FLUSH_EVENTS } from './batch.ts';
import { storeEvents } from '../table/write-rows.ts';

/** An insert that lost the race is retried with half the rows, because it is quicker then; never with fewer than these. */
const FEWEST_ROWS = 1_000;
/** Milliseconds until a mark that seems to have been taken for nothing is given up: its rows may be about to be seen. */
const BURNT_PAUSE = 1_000;

/** The timestamp of the last insert of any process; answered from the parts' own figures, without reading rows. */
const lastInsert = {
  sql: 'SELECT toUnixTimestamp64Milli(max(stored_at)) AS storedAt FROM integration_events',
};
const LastInsert = z.object({ storedAt: z.number() });

/**
 * Stores events that are not stored yet, beside others that do the same: other processes, and one that was thought dead
 * whose last insert is still under way. Each insert is marked with the one before it, as it stood when the ids were looked
 * up, and of two with the same mark ClickHouse keeps the first. So whatever is kept was looked up after everything before
 * it was stored; the loser reads again and retries.
 */
@Injectable()
export class EventStore {
  /** Rows of the next insert at most. */
  private share = FLUSH_EVENTS;

  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * Leaves out ids that are stored already, at every try: an insert whose answer was lost may have been stored.
   * @param events - with ids that differ, each partition's in order. @param epochs - the log's epoch by Kafka partition.
   * @param stored - receives the number of stored rows, some at a time. @throws ClickHouse's errors; try again then.
   */
  async storeNew(
    events: readonly StorableEvent[],
    epochs: ReadonlyMap<number, number>,
    stored: (rows: number) => void,
  ): Promise<void> {
    for (let from = 0, attempt = 0; from < events.length;) {
      const next = events.slice(from, from + this.share);
      const head = await this.head();
      const kept = await this.storeOn(head, attempt, next, epochs);
      if (kept !== null) {
        stored(kept);
        from += next.length;
        attempt = 0;
        this.share = Math.min(this.share * 2, FLUSH_EVENTS);
      } else if ((await this.head()) === head) {
        // Nobody was quicker: ClickHouse noted the mark and crashed before it kept the rows.
        await sleep(BURNT_PAUSE);
        attempt = (await this.head()) === head ? attempt + 1 : 0;
      } else {
        attempt = 0;
        this.share = Math.max(Math.ceil(next.length / 2), FEWEST_ROWS);
      }
    }
  }

  private async head(): Promise<number> {
    return (await this.clickhouse.rows(LastInsert, lastInsert))[0]?.storedAt ?? 0;
  }

  /** One insert upon `head`. @returns how many rows it had, null when another was kept in its place. */
  private async storeOn(
    head: number,
    attempt: number,
    events: readonly StorableEvent[],
    epochs: ReadonlyMap<number, number>,
  ): Promise<number | null> {
    const ids = events.map(({ event }) => event.id);
    const known = await storedIds(this.clickhouse, ids);
    const fresh = known.size === 0 ? events : events.filter(({ event }) => !known.has(event.id));
    if (fresh.length === 0) return 0;
    const storedAt = Math.max(Date.now(), head + 1);
    await storeEvents(this.clickhouse, fresh, { epochs, storedAt }, `${head}-${attempt}`);
    return (await this.isStored(fresh, epochs)) ? fresh.length : null;
  }

  /** Each partition is stored in order, so its last event stands for all before it. */
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
