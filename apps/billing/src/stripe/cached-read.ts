/** An answer that is kept in memory for a while. Concurrent calls share one read; a read that fails changes nothing. */
export class CachedRead<Answer> {
  private last: { answer: Answer; readAt: number } | null = null;
  private reading: Promise<Answer> | null = null;

  /** @param freshFor how long an answer is used, in milliseconds */
  constructor(
    private readonly read: () => Promise<Answer>,
    private readonly freshFor: number,
  ) {}

  /** What was read last, however long ago. */
  get known(): Answer | null {
    return this.last?.answer ?? null;
  }

  async current(): Promise<Answer> {
    if (this.last && Date.now() - this.last.readAt < this.freshFor) return this.last.answer;
    return this.refresh();
  }

  /** Reads it now, or waits for the read that is under way. */
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
