import { Logger } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';

export type LoopOptions = {
  /** Its name in the log. */
  name: string;
  /** Does the next piece of work. @returns whether there was one. */
  next: () => Promise<boolean>;
  /** Milliseconds until it looks again. */
  pause: number;
  /** How many run beside each other; each takes another piece. */
  count?: number;
};

/** Work that a process does until it ends: whatever is due in the database, one piece after the other. */
export class Loop {
  private readonly logger = new Logger(Loop.name);
  private readonly pollings: readonly Polling[];
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: LoopOptions) {
    this.pollings = Array.from({ length: options.count ?? 1 }, () => new Polling());
  }

  start(): void {
    const { name, next, pause } = this.options;
    const failed = (error: unknown) => this.logger.warn({ loop: name, error: String(error) }, 'work failed, retrying');
    this.running = Promise.all(
      this.pollings.map((polling) => polling.work({ next, pause, toError: ofPostgres, failed })),
    );
  }

  wake(): void {
    for (const polling of this.pollings) polling.wake();
  }

  async stop(): Promise<void> {
    for (const polling of this.pollings) polling.end();
    await this.running;
  }
}
