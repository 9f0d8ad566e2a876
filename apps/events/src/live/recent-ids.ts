/** Ids of one generation: with the one before it at most 20 MB, and 100 events a second for a quarter of an hour at least. */
const GENERATION = 100_000;

/** The last ids that arrived, at least one generation of them. Ids are forgotten by whole generations, which costs nothing. */
export class RecentIds {
  private current = new Set<string>();
  private previous: ReadonlySet<string> = new Set();

  constructor(private readonly generation: number = GENERATION) {}

  /** Answers whether it is new. */
  add(id: string): boolean {
    if (this.current.has(id) || this.previous.has(id)) return false;
    this.current.add(id);
    if (this.current.size === this.generation) {
      this.previous = this.current;
      this.current = new Set();
    }
    return true;
  }
}
