import type { EntityManager } from '@mikro-orm/postgresql';
import type { AlertsConfig } from '../../src/config.ts';
import { type Workers, workersOf } from './directly.ts';
import { Died, Life, type Places } from './life.ts';
import type { Receivers } from './receivers.ts';

const PROCESSES = 6;
/** Maximum SQL statements of a process until it dies. Short lives are more frequent than long lives. */
const MAX_LIFE = 1_500;
/** Maximum repetitions of a step while work is left. */
const IN_A_ROW = 8;
/** Milliseconds after which all digests and hourly limits are over. */
const LATER = 25 * 60 * 60_000;

type Step = 'planner' | 'dispatcher' | 'sender';
const ORDER: readonly Step[] = ['planner', 'dispatcher', 'dispatcher', 'sender', 'sender', 'sender'];

/** Simulates concurrent processes that plan, dispatch and send. A process that dies is replaced. */
export class Fleet {
  private processes: OneProcess[];

  constructor(
    private readonly em: EntityManager,
    private readonly config: AlertsConfig,
    private readonly places: Places,
    private readonly receivers: Receivers,
    private readonly random: () => number,
  ) {
    this.processes = Array.from({ length: PROCESSES }, () => this.born());
  }

  /** Runs one step of each process concurrently. When this returns, only frozen processes are still running. */
  async turn(isLate: () => boolean): Promise<void> {
    await Promise.all(
      this.processes.map(async (process, index) => {
        await process.turn(ORDER[Math.floor(this.random() * ORDER.length)] ?? 'sender', this.random() < 0.3, isLate);
        if (process.life.isDead) this.processes[index] = this.born();
      }),
    );
  }

  isAnyFrozen(): boolean {
    return this.processes.some(({ life }) => life.thaw !== null);
  }

  private born(): OneProcess {
    const life = new Life(this.places, Math.ceil(MAX_LIFE ** this.random()));
    return new OneProcess(life, this.em.fork(), this.config, this.receivers);
  }
}

/** The memory of a simulated process. */
class OneProcess {
  private readonly workers: Workers;
  private stuck: Promise<unknown> | null = null;

  constructor(
    readonly life: Life,
    em: EntityManager,
    config: AlertsConfig,
    receivers: Receivers,
  ) {
    this.workers = workersOf(em, config, receivers);
  }

  async turn(step: Step, thaws: boolean, isLate: () => boolean): Promise<void> {
    const { planner, dispatcher, sender } = this.workers;
    const steps = {
      planner: () => planner.next(),
      dispatcher: async () => (await dispatcher.next(Date.now() + (isLate() ? LATER : 0))) === true,
      sender: () => sender.next(),
    };
    try {
      if (this.stuck !== null) {
        if (!thaws) return;
        this.life.thaw?.();
        await this.stuck;
        this.stuck = null;
      }
      for (let left = IN_A_ROW; left > 0; left -= 1) {
        const { work, isWorked } = await this.life.run(step, steps[step]);
        if (isWorked === null) this.stuck = work;
        if (!isWorked) return;
      }
    } catch (error) {
      if (!this.life.isDead && !(error instanceof Died)) throw error;
    }
  }
}
