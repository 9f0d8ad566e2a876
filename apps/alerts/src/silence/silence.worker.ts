import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { Polling } from '@portico/service';
import { Clock } from './clock.ts';
import { PlatformState } from './platform-state.ts';
import { PlatformWatch } from './platform-watch.ts';
import { SilenceLearner } from './silence-learner.ts';
import { SilenceSweep } from './silence-sweep.ts';

/** Milliseconds between two looks. */
const SWEEP_EVERY = 10_000;
const LEARN_EVERY = 5_000;

/** Notices what is missing, and learns what to expect. */
@Injectable()
export class SilenceWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SilenceWorker.name);
  private readonly sweeping = new Polling();
  private readonly learning = new Polling();
  private running: Promise<unknown> = Promise.resolve();
  /** How often it has looked. */
  looks = 0;

  constructor(
    private readonly clock: Clock,
    private readonly platform: PlatformWatch,
    private readonly state: PlatformState,
    private readonly sweep: SilenceSweep,
    private readonly learner: SilenceLearner,
  ) {}

  onApplicationBootstrap(): void {
    const failed = (what: string) => (error: unknown) => this.logger.warn({ error: String(error) }, what);
    this.running = Promise.all([
      this.sweeping.work({
        next: () => this.look(),
        pause: SWEEP_EVERY,
        toError: ofPostgres,
        failed: failed('looking for silent integrations failed, retrying'),
      }),
      this.learning.work({
        next: () => this.learner.next(),
        pause: LEARN_EVERY,
        toError: ofPostgres,
        failed: failed('learning when integrations send failed, retrying'),
      }),
    ]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.sweeping.end();
    this.learning.end();
    await this.running;
    await this.state.release().catch(() => undefined);
  }

  /** Looks at once, instead of some seconds later. */
  wake(): void {
    this.sweeping.wake();
    this.learning.wake();
  }

  private async look(): Promise<false> {
    if (!(await this.state.lease())) return false;
    const now = this.clock.now();
    const { isCurrent, behind } = await this.platform.look(now);
    await this.state.note(isCurrent, behind, now);
    await this.sweep.sweep({ now, canBeMissed: isCurrent });
    this.looks += 1;
    return false;
  }
}
