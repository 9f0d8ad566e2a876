import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Loop } from '@portico/service';
import { Clock } from './clock.ts';
import { PlatformState } from './platform-state.ts';
import { PlatformWatch } from './platform-watch.ts';
import { SilenceLearner } from './silence-learner.ts';
import { SilenceSweep } from './silence-sweep.ts';

/** Milliseconds between two sweeps, which check all integrations for silence. */
const SWEEP_INTERVAL_MS = 10_000;
const LEARN_INTERVAL_MS = 5_000;

@Injectable()
export class SilenceWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loops: readonly Loop[];
  /** Number of sweeps so far, for tests. */
  looks = 0;

  constructor(
    private readonly clock: Clock,
    private readonly platform: PlatformWatch,
    private readonly state: PlatformState,
    private readonly sweep: SilenceSweep,
    learner: SilenceLearner,
  ) {
    this.loops = [
      new Loop({ name: 'checking for silent integrations', next: () => this.look(), pause: SWEEP_INTERVAL_MS }),
      new Loop({ name: 'learning arrival times', next: () => learner.next(), pause: LEARN_INTERVAL_MS }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const loop of this.loops) loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await this.state.release().catch(() => undefined);
  }

  wake(): void {
    for (const loop of this.loops) loop.wake();
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
