import { hash } from 'node:crypto';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';

const REMEMBERED_MS = 60_000;
const MAX_SEARCHES = 200;

/**
 * Remembers searches that recently matched too many rows, so that requests for further pages do not wait until ClickHouse rejects the
 * search again.
 */
export class FrequentSearches {
  private readonly found = new Map<string, { count: number; at: number }>();

  /** The minimum number of results of a remembered search; null for other searches. */
  of(filter: ResolvedFilter, now = Date.now()): number | null {
    const { count, at } = this.found.get(keyOf(filter)) ?? { count: null, at: 0 };
    return now - at < REMEMBERED_MS ? count : null;
  }

  /** Remembers a search for {@link REMEMBERED_MS}. A second call for the same search does not extend this time. */
  note(filter: ResolvedFilter, count: number, now = Date.now()): void {
    const key = keyOf(filter);
    const { at } = this.found.get(key) ?? { at: 0 };
    this.found.delete(key);
    this.found.set(key, { count, at: now - at < REMEMBERED_MS ? at : now });
    const [oldest] = this.found.keys();
    if (this.found.size > MAX_SEARCHES && oldest !== undefined) this.found.delete(oldest);
  }
}

function keyOf(filter: ResolvedFilter): string {
  const { where, params } = toCondition(filter);
  return hash('sha1', JSON.stringify([where, params]));
}
