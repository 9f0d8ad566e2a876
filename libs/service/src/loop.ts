import { Logger } from '@nestjs/common';
import { crash } from './crash.ts';
import { classOf, isDefect } from './errors.ts';

/** Default milliseconds between polls without a wake-up. Polls find due retries and work that another process wrote. */
const DEFAULT_PAUSE = 2_000;

export type LoopOptions = {
  /** Name in the log: `<name> failed, retrying`. */
  name: string;
  /**
   * Does the next piece of work, if any.
   * @returns whether any work was found.
   */
  next: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds until the next poll after a failure, or after a poll that found no work. */
  pause?: number;
  /** Number of parallel workers. While no work exists, only one worker polls. */
  count?: number;
  /** Classifies an error of the work (see errors.ts). Default: {@link classOf}. */
  toError?: (thrown: unknown) => unknown;
};

/** The pause of one worker. */
class Rest {
  private isWoken = false;
  private end: (() => void) | null = null;

  get isResting(): boolean {
    return this.end !== null;
  }

  /** Ends the current pause, or skips the next pause. */
  wake(): void {
    this.isWoken = true;
    this.end?.();
    this.end = null;
  }

  async untilWoken(): Promise<void> {
    if (!this.isWoken) await new Promise<void>((resolve) => (this.end = resolve));
    this.isWoken = false;
  }
}

/**
 * Does work until the process ends, one piece after the other. After a failure, the loop logs the error and polls again after the pause. It
 * logs an error that repeats only once. A defect ends the process. Code that writes work wakes the loop after the commit.
 */
export class Loop {
  private readonly logger = new Logger(Loop.name);
  private readonly ending = new AbortController();
  private readonly rests: readonly Rest[];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  /** The error of the latest failure; null after a success. */
  private failure: string | null = null;

  constructor(private readonly options: LoopOptions) {
    this.rests = Array.from({ length: options.count ?? 1 }, () => new Rest());
  }

  start(): void {
    this.running = Promise.all(this.rests.map((rest) => this.work(rest)));
  }

  /** Signals possible work. Every worker polls now, or again after its current work. */
  wake(): void {
    for (const rest of this.rests) rest.wake();
  }

  /** Stops the loop. Resolves when the current work is done. */
  async stop(): Promise<void> {
    this.end();
    await this.running;
  }

  private end(): void {
    this.ending.abort();
    clearTimeout(this.timer);
    this.wake();
  }

  private async work(rest: Rest): Promise<void> {
    while (!this.ending.signal.aborted) {
      if (await this.tryNext()) this.wakeOne();
      else if (!this.ending.signal.aborted) {
        this.lookLater();
        await rest.untilWoken();
      }
    }
  }

  private async tryNext(): Promise<boolean> {
    const { next, toError = classOf } = this.options;
    try {
      const wasThere = await next(this.ending.signal);
      this.failure = null;
      return wasThere;
    } catch (thrown) {
      const error = toError(thrown);
      if (isDefect(error)) {
        this.end();
        crash(error);
      } else if (!this.ending.signal.aborted) this.logFailure(String(error));
      return false;
    }
  }

  private logFailure(error: string): void {
    if (error !== this.failure) this.logger.warn({ error }, `${this.options.name} failed, retrying`);
    this.failure = error;
  }

  /** Wakes one resting worker, because more work may follow after a piece of work. */
  private wakeOne(): void {
    this.rests.find(({ isResting }) => isResting)?.wake();
  }

  private lookLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.wakeOne();
      if (this.rests.some(({ isResting }) => isResting)) this.lookLater();
    }, this.options.pause ?? DEFAULT_PAUSE);
  }
}
