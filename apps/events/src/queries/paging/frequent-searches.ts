import { hash } from 'node:crypto';
import type { ResolvedFilter } from '../../table/filter/resolve.ts';
import { toCondition } from '../../table/filter/sql.ts';

/** Milliseconds for which it is known that a search finds too much, and how much at least. */
const KNOWN = 60_000;
/** Searches that are known. */
const MOST = 200;

/** Searches that lately had too many rows to look into, so that not every page of one waits until ClickHouse says so. */
export class FrequentSearches {
  private readonly found = new Map<string, { count: number; at: number }>();

  /** How many it finds at least; null when it is not known that there are too many. */
  of(filter: ResolvedFilter, now = Date.now()): number | null {
    const { count, at } = this.found.get(keyOf(filter)) ?? { count: null, at: 0 };
    return now - at < KNOWN ? count : null;
  }

  /** It is counted again a while after it was first noted. */
  note(filter: ResolvedFilter, count: number, now = Date.now()): void {
    const key = keyOf(filter);
    const { at } = this.found.get(key) ?? { at: 0 };
    this.found.delete(key);
    this.found.set(key, { count, at: now - at < KNOWN ? at : now });
    const [oldest] = this.found.keys();
    if (this.found.size > MOST && oldest !== undefined) this.found.delete(oldest);
  }
}

function keyOf(filter: ResolvedFilter): string {
  const { where, params } = toCondition(filter);
  return hash('sha1', JSON.stringify([where, params]));
}
