const { compare: inAlphabet } = new Intl.Collator();

/** Compares names alphabetically, and alphabetically equal names by their characters. */
export const compareNames = (a: string, b: string): number => inAlphabet(a, b) || (a < b ? -1 : Number(a > b));

/** The index of `name` among sorted names, or its insertion point. */
export function placeOf(name: string, sorted: readonly string[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareNames(sorted[middle] ?? '', name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Names in alphabetical order without duplicates. A name stays until it is removed as often as it was added. */
export class SortedNames {
  private readonly times = new Map<string, number>();
  private sorted: readonly string[] | null = null;
  private total = 0;

  /** The current names. Returns a new array after a change. */
  get names(): readonly string[] {
    this.sorted ??= [...this.times.keys()].toSorted(compareNames);
    return this.sorted;
  }

  /** Number of names, including duplicates. */
  get count(): number {
    return this.total;
  }

  add(name: string): void {
    const times = this.times.get(name) ?? 0;
    this.times.set(name, times + 1);
    this.total += 1;
    if (times === 0 && this.sorted) this.sorted = this.sorted.toSpliced(placeOf(name, this.sorted), 0, name);
  }

  remove(name: string): void {
    const times = this.times.get(name) ?? 0;
    if (times === 0) return;
    this.total -= 1;
    if (times > 1) return void this.times.set(name, times - 1);
    this.times.delete(name);
    if (this.sorted) this.sorted = this.sorted.toSpliced(placeOf(name, this.sorted), 1);
  }
}
