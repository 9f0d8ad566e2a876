import { Injectable } from '@nestjs/common';
import { Pools } from '../table/clickhouse.module.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedIdentities } from '../table/stored-events.ts';
import type { ScopedFilter } from '../rejected/rejected-condition.ts';
import { countRejectedStatement, RejectedCount, StoredRejected } from '../rejected/rejected.query.ts';
import { nextStatement, type Place } from './selection.query.ts';

/** The original size in bytes of a rejected event, of which Portico may have stored only the beginning. */
const SelectedSize = StoredRejected.pick({ size: true });
const PAGE_BYTES = 4 * 1024 * 1024;

/** Returns how many of the first events fit into {@link PAGE_BYTES}; at least one. */
function fitting(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const over = sizes.findIndex(({ size }) => (bytes += size) > PAGE_BYTES);
  return over < 0 ? sizes.length : Math.max(1, over);
}

@Injectable()
export class RedriveSelection {
  private readonly clickhouse: ClickHouse;

  constructor(pools: Pools) {
    this.clickhouse = pools.of('redrives');
  }

  async count(filter: ScopedFilter): Promise<number> {
    const [row] = await this.clickhouse.rowsNow(RejectedCount, countRejectedStatement(filter));
    return row?.count ?? 0;
  }

  /** Returns the next events: at most `limit`, and at most {@link PAGE_BYTES} unless the first event is longer. Empty at the end. */
  async next(filter: ScopedFilter, after: Place | null, limit: number): Promise<StoredRejected[]> {
    const sizes = await this.clickhouse.rows(SelectedSize, nextStatement(SelectedSize, filter, after, limit));
    const count = fitting(sizes);
    return count === 0 ? [] : this.clickhouse.rows(StoredRejected, nextStatement(StoredRejected, filter, after, count));
  }

  /** The identity keys of rows whose events are in the event list. */
  listed(rows: readonly Pick<StoredRejected, 'source_id' | 'event_id'>[]): Promise<Set<string>> {
    const identities = rows.map(({ source_id, event_id }) => ({ source_id, id: event_id }));
    return storedIdentities(
      this.clickhouse,
      identities.filter(({ id }) => id !== ''),
    );
  }
}
