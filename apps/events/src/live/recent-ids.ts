/** Identities of one generation: with the one before it at most 25 MB, and 100 events a second for a quarter of an hour at least. */
const GENERATION = 100_000;

/**
 * The last events that arrived, by their identity, at least one generation of them. They are forgotten by whole generations,
 * which costs nothing.
 */
export class RecentIds {
  private current = new Set<string>();
  private previous: ReadonlySet<string> = new Set();

  constructor(private readonly generation: number = GENERATION) {}

  /** Answers whether it is new. */
  add(identity: string): boolean {
    if (this.current.has(identity) || this.previous.has(identity)) return false;
    this.current.add(identity);
    if (this.current.size === this.generation) {
      this.previous = this.current;
      this.current = new Set();
    }
    return true;
  }
}
