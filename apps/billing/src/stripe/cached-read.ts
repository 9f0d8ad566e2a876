/** A response cached in memory for `freshFor`. Concurrent calls share one request. A failed request keeps the cached response. */
export class CachedRead<Answer> {
  private last: { answer: Answer; readAt: number } | null = null;
  private reading: Promise<Answer> | null = null;

  /** @param freshFor milliseconds for which a response is cached */
  constructor(
    private readonly read: () => Promise<Answer>,
    private readonly freshFor: number,
  ) {}

  get known(): Answer | null {
    return this.last?.answer ?? null;
  }

  async current(): Promise<Answer> {
    if (this.last && Date.now() - this.last.readAt < this.freshFor) return this.last.answer;
    return this.refresh();
  }

  /** Requests a new response, or waits for the request in progress. */
  refresh(): Promise<Answer> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readNow(): Promise<Answer> {
    const answer = await this.read();
    this.last = { answer, readAt: Date.now() };
    return answer;
  }
}
