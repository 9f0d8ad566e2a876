import { crash } from './crash.ts';
import { isDefect } from './errors.ts';

/** One piece of work after the other, as long as there is some. */
export type Work = {
  /** Does the next piece. @returns whether there was one. */
  next: () => Promise<boolean>;
  /** Milliseconds until it is looked for again when there was none, or that failed. */
  pause: number;
  /** What was thrown, in the classes of errors.ts. */
  toError: (thrown: unknown) => unknown;
  /** Called with each failure that is no defect. */
  failed: (error: unknown) => void;
};

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

  /** Works until {@link end}. A defect ends the loop, and the process. */
  async work({ next, pause, toError, failed }: Work): Promise<void> {
    while (!this.isEnding) {
      const isWorked = await next().catch((thrown: unknown) => {
        const error = toError(thrown);
        if (isDefect(error)) {
          this.end();
          crash(error);
        } else failed(error);
        return false;
      });
      if (!isWorked) await this.pause(pause);
    }
  }
}
