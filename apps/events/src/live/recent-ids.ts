/** Identities per generation. Two generations take at most 25 MB, and cover at least 15 minutes at 100 events per second. */
const GENERATION = 100_000;

/** Remembers the identities of the latest events, at least one generation. */
export class RecentIds {
  private current = new Set<string>();
  private previous: ReadonlySet<string> = new Set();

  constructor(private readonly generation: number = GENERATION) {}

  /** Returns whether the identity is new. */
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
