import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Pools } from '../table/clickhouse.module.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedIdentities } from '../table/stored-events.ts';
import type { ScopedFilter } from '../rejected/rejected-condition.ts';
import { StoredRejected } from '../rejected/rejected.query.ts';
import {
  countSelectedStatement,
  type Place,
  SelectedSize,
  selectedSizesStatement,
  selectedStatement,
} from './selection.query.ts';

/** Maximum bytes of events read at a time. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Returns how many of the first events fit into {@link PAGE_BYTES}; at least one. */
function fitting(sizes: readonly { size: number }[]): number {
  let bytes = 0;
  const over = sizes.findIndex(({ size }) => (bytes += size) > PAGE_BYTES);
  return over < 0 ? sizes.length : Math.max(1, over);
}

const Count = z.object({ count: z.number() });

/** The rejected events of a run in ClickHouse. */
@Injectable()
export class RedriveSelection {
  private readonly clickhouse: ClickHouse;

  constructor(pools: Pools) {
    this.clickhouse = pools.of('redrives');
  }

  async count(filter: ScopedFilter): Promise<number> {
    const [row] = await this.clickhouse.rowsNow(Count, countSelectedStatement(filter));
    return row?.count ?? 0;
  }

  /** Returns the next events: at most `limit`, and at most {@link PAGE_BYTES} unless the first event is longer. Empty at the end. */
  async next(filter: ScopedFilter, after: Place | null, limit: number): Promise<StoredRejected[]> {
    const sizes = await this.clickhouse.rows(SelectedSize, selectedSizesStatement(filter, after, limit));
    const count = fitting(sizes);
    return count === 0 ? [] : this.clickhouse.rows(StoredRejected, selectedStatement(filter, after, count));
  }

  /** Returns the identity keys of those `rows` whose events are in the list of events. */
  listed(rows: readonly Pick<StoredRejected, 'source_id' | 'event_id'>[]): Promise<Set<string>> {
    const identities = rows.map(({ source_id, event_id }) => ({ source_id, id: event_id }));
    return storedIdentities(
      this.clickhouse,
      identities.filter(({ id }) => id !== ''),
    );
  }
}
