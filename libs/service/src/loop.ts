import { Logger } from '@nestjs/common';
import { crash } from './crash.ts';
import { classOf, isDefect } from './errors.ts';

/** Milliseconds until a loop looks by itself: for a retry that has become due, and for what another process has written. */
export const LOOK_AGAIN = 2_000;

export type LoopOptions = {
  /** What it is for, in the log: `<name> failed, retrying`. */
  name: string;
  /** Does the next piece of work. @returns whether there was one. */
  next: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds until it looks again when there was none, or that failed. */
  pause?: number;
  /** Pieces that it does at once. While there are none, only one looks. */
  count?: number;
  /** The class of what was thrown, as errors.ts has them. */
  toError?: (thrown: unknown) => unknown;
};

/** The pause of one worker. */
class Rest {
  private isWoken = false;
  private end: (() => void) | null = null;

  get isResting(): boolean {
    return this.end !== null;
  }

  /** Ends the pause, or leaves the next one out. */
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
 * Does work until the process ends, one piece after the other. After a failure it logs the error, once while it stays the same,
 * and looks again after the pause; a defect ends the process. The code that writes work wakes the loop after its commit.
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

  /** There may be work: everyone looks for it now, or once more after the present piece. */
  wake(): void {
    for (const rest of this.rests) rest.wake();
  }

  /** Resolves when the pieces under way are done. */
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

  /** Where there was one piece of work there may be another. */
  private wakeOne(): void {
    this.rests.find(({ isResting }) => isResting)?.wake();
  }

  private lookLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.wakeOne();
      if (this.rests.some(({ isResting }) => isResting)) this.lookLater();
    }, this.options.pause ?? LOOK_AGAIN);
  }
}
