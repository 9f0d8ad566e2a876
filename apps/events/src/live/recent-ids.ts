/** Identities per generation. Two generations take at most 25 MB, and cover at least a quarter of an hour of 100 events per second. */
const GENERATION = 100_000;

/** The identities of the latest events, at least one generation of them. They are forgotten by whole generations, which costs nothing. */
export class RecentIds {
  private current = new Set<string>();
  private previous: ReadonlySet<string> = new Set();

  constructor(private readonly generation: number = GENERATION) {}

  /** Returns whether it is new. */
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
