/** Milliseconds by tenths, up to ten seconds; what took longer counts as that. As many as there are, in the same room. */
export class Latencies {
  private readonly tenths = new Uint32Array(100_000);
  private count = 0;

  add(milliseconds: number): void {
    const tenth = Math.min(Math.max(0, Math.round(milliseconds * 10)), this.tenths.length - 1);
    this.tenths[tenth] = (this.tenths[tenth] ?? 0) + 1;
    this.count += 1;
  }

  /** The value below which `share` (0 to 1) of them lie; NaN of none. */
  at(share: number): number {
    let passed = 0;
    const tenth = this.tenths.findIndex((count) => (passed += count) >= this.count * share && passed > 0);
    return tenth < 0 ? Number.NaN : tenth / 10;
  }
}
