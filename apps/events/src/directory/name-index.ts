import { fold } from '@portico/contracts/common/fold';
import { fits, type Pattern } from '../text/pattern.ts';

const MAX_PATTERNS = 1_000;
/** Maximum number of ids in all cached patterns. An id takes about 30 bytes. */
const MAX_KEPT_IDS = 2_000_000;

/**
 * Ids by folded name. All callers share a pattern's ids until a matching name appears or disappears, because a query may have many
 * patterns, and every live audience requests its patterns after each renaming.
 */
export class NameIndex {
  private readonly ids = new Map<string, Set<number>>();
  /** Cached ids by pattern, with the most recently used pattern last. */
  private readonly kept = new Map<string, { pattern: Pattern; found: ReadonlySet<number> }>();
  private keptIds = 0;

  /** @param before - the previous name, if the id had one */
  rename(id: number, before: string | undefined, name: string): void {
    const [from, to] = [before === undefined ? undefined : fold(before), fold(name)];
    if (from === to) return;
    if (from !== undefined) this.remove(id, from);
    this.ids.set(to, (this.ids.get(to) ?? new Set()).add(id));
    for (const [key, { pattern }] of this.kept)
      if (fits(to, pattern) || (from !== undefined && fits(from, pattern))) this.forget(key);
  }

  /** The ids whose names match the folded pattern. Returns the same set until the ids change, and never mutates a returned set. */
  whose(pattern: Pattern): ReadonlySet<number> {
    const key = JSON.stringify(pattern);
    const found = this.kept.get(key)?.found ?? this.find(pattern);
    this.forget(key);
    this.kept.set(key, { pattern, found });
    this.keptIds += found.size;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_PATTERNS && this.keptIds <= MAX_KEPT_IDS) break;
      this.forget(oldest);
    }
    return found;
  }

  private find(pattern: Pattern): ReadonlySet<number> {
    const { parts, isWhole } = pattern;
    const [name = '', ...more] = parts;
    if (isWhole && more.length === 0) return new Set(this.ids.get(name));
    const found = new Set<number>();
    for (const [folded, ids] of this.ids) if (fits(folded, pattern)) for (const id of ids) found.add(id);
    return found;
  }

  private forget(key: string): void {
    this.keptIds -= this.kept.get(key)?.found.size ?? 0;
    this.kept.delete(key);
  }

  private remove(id: number, folded: string): void {
    const ids = this.ids.get(folded);
    ids?.delete(id);
    if (ids?.size === 0) this.ids.delete(folded);
  }
}
