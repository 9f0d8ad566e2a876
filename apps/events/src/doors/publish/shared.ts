/** Shares work between callers: all who call while it runs share the next run, so that each gets one that began after the call. */
export class Shared {
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.running) return (this.next ??= this.running.then(() => this.begin()));
    return this.begin();
  }

  private begin(): Promise<void> {
    this.next = null;
    this.running = this.work()
      .catch(() => undefined)
      .finally(() => (this.running = null));
    return this.running;
  }
}
