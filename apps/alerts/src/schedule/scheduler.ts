import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { afterCommitOf, type Written } from '@portico/postgres';
import { classOf, isDefect, Loop } from '@portico/service';

/** Default pause between runs of a task in milliseconds. The pause is shorter than the loop's tick, so each tick runs the task. */
const PAUSE_MS = 1_000;
/** Maximum tasks that run concurrently, so that a task that waits for another service does not delay other tasks. */
const CONCURRENCY = 3;

export type Task = {
  /** Name in the log: `<name> failed, retrying`. */
  name: string;
  /**
   * Does the next piece of work, if any.
   * @returns true to run again at once, the milliseconds until the next run, or another value if no work was left.
   */
  next: () => Promise<boolean | number | void>;
  /** Rows that wake the task when this process commits them. */
  on?: readonly Written[];
  /** Milliseconds between checks for work that another process created. */
  pause?: number;
};

/** The state of a task. `failure`: the error of the latest run; null after a success. */
type Scheduled = Task & { dueAt: number; isRunning: boolean; failure: string | null };

/**
 * Runs the tasks of a process in one loop, the most delayed task first. A task never runs concurrently with itself. A failing task is
 * retried and does not delay other tasks. A defect ends the process.
 */
export class Scheduler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Scheduler.name);
  private readonly loop = new Loop({ name: 'scheduler of alert tasks', next: () => this.next(), count: CONCURRENCY });
  private readonly tasks: readonly Scheduled[];

  constructor(em: EntityManager, tasks: readonly Task[]) {
    this.tasks = tasks.map((task) => ({ ...task, dueAt: 0, isRunning: false, failure: null }));
    for (const task of this.tasks) if (task.on) afterCommitOf(em, task.on, () => this.wake(task));
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private wake(task: Scheduled): void {
    task.dueAt = Math.min(task.dueAt, Date.now());
    this.loop.wake();
  }

  private async next(): Promise<boolean> {
    const now = Date.now();
    const [task] = this.tasks
      .filter(({ dueAt, isRunning }) => !isRunning && dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt);
    if (!task) return false;
    task.isRunning = true;
    // Set before the run, so that a commit during the run makes the task due again.
    task.dueAt = now + (task.pause ?? PAUSE_MS);
    try {
      const more = await task.next();
      if (more === true) task.dueAt = Math.min(task.dueAt, Date.now());
      else if (typeof more === 'number') setTimeout(() => this.wake(task), more).unref();
      task.failure = null;
    } catch (thrown) {
      const error = classOf(thrown);
      if (isDefect(error)) throw error;
      if (String(error) !== task.failure) this.logger.warn({ error: String(error) }, `${task.name} failed, retrying`);
      task.failure = String(error);
    } finally {
      task.isRunning = false;
    }
    return true;
  }
}
