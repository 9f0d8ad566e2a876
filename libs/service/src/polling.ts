/** The pauses of a loop that polls until the service ends. Each ends early when there may be work. */
export class Polling {
  private isWoken = false;
  private hasEnded = false;
  private endPause: () => void = () => undefined;

  get isEnding(): boolean {
    return this.hasEnded;
  }

  /** There may be work: the current pause ends, or the next one is left out. */
  wake(): void {
    this.isWoken = true;
    this.endPause();
  }

  /** No pause from now on. */
  end(): void {
    this.hasEnded = true;
    this.wake();
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isWoken = this.hasEnded;
  }
}
