import { Problem } from '@portico/service';

/** Seconds after which a caller with too much in progress may retry. */
const RETRY_AFTER = 1;

/** Limits one caller's concurrent work in this process. */
export class UnderWay<Caller> {
  private readonly counts = new Map<Caller, number>();

  /** @param message - for a caller with `limit` already in progress. */
  constructor(
    private readonly limit: number,
    private readonly message: string,
  ) {}

  /** @throws Problem `rate_limited` instead of working. */
  async run<Value>(caller: Caller, work: () => Promise<Value>): Promise<Value> {
    const count = this.counts.get(caller) ?? 0;
    if (count >= this.limit) throw Problem.rateLimited(this.message, RETRY_AFTER);
    this.counts.set(caller, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.counts.get(caller) ?? 1) - 1;
      if (left === 0) this.counts.delete(caller);
      else this.counts.set(caller, left);
    }
  }
}
