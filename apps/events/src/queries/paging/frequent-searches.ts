import { hash } from 'node:crypto';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';

/** Milliseconds for which a search that matches too many rows is remembered. */
const KNOWN = 60_000;
/** Maximum remembered searches. */
const MAX_SEARCHES = 200;

/** Remembers searches that recently matched too many rows, so that further pages do not wait until ClickHouse reports this again. */
export class FrequentSearches {
  private readonly found = new Map<string, { count: number; at: number }>();

  /** The minimum number of results; null if the search is not known to match too many rows. */
  of(filter: ResolvedFilter, now = Date.now()): number | null {
    const { count, at } = this.found.get(keyOf(filter)) ?? { count: null, at: 0 };
    return now - at < KNOWN ? count : null;
  }

  /** Remembers a search for a fixed time, which a second call for the same search does not extend. */
  note(filter: ResolvedFilter, count: number, now = Date.now()): void {
    const key = keyOf(filter);
    const { at } = this.found.get(key) ?? { at: 0 };
    this.found.delete(key);
    this.found.set(key, { count, at: now - at < KNOWN ? at : now });
    const [oldest] = this.found.keys();
    if (this.found.size > MAX_SEARCHES && oldest !== undefined) this.found.delete(oldest);
  }
}

function keyOf(filter: ResolvedFilter): string {
  const { where, params } = toCondition(filter);
  return hash('sha1', JSON.stringify([where, params]));
}
