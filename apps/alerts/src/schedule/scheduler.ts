import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { afterCommitOf, type Written } from '@portico/postgres';
import { classOf, isDefect, Loop } from '@portico/service';

/** Default pause of a task in milliseconds. It is shorter than the loop's tick, so each tick runs it. */
const PAUSE = 1_000;
/** Tasks that run at once. A task that waits for another service does not delay the others. */
const AT_ONCE = 3;

export type Task = {
  /** Name in the log: `<name> failed, retrying`. */
  name: string;
  /**
   * Does the next piece of work.
   * @returns whether there was any, so there may be more; or the milliseconds until there is.
   */
  next: () => Promise<boolean | number>;
  /** Rows whose commit in this process creates work for it. */
  on?: readonly Written[];
  /** Milliseconds between checks for work that another process created. */
  pause?: number;
};

/** `failure`: the error of its latest run; null after a success. */
type Scheduled = Task & { dueAt: number; isRunning: boolean; failure: string | null };

/**
 * Runs the tasks of a process in one loop, the longest due first. A task never runs twice at a time. A failing task delays no other;
 * a defect ends the process.
 */
export class Scheduler {
  private readonly logger = new Logger(Scheduler.name);
  private readonly loop = new Loop({ name: 'scheduler', next: () => this.next(), count: AT_ONCE });
  private readonly tasks: readonly Scheduled[];

  constructor(em: EntityManager, tasks: readonly Task[]) {
    this.tasks = tasks.map((task) => ({ ...task, dueAt: 0, isRunning: false, failure: null }));
    for (const task of this.tasks) if (task.on) afterCommitOf(em, task.on, () => this.wake(task));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
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
    // A commit during the run makes it due again.
    task.dueAt = now + (task.pause ?? PAUSE);
    try {
      const more = await task.next();
      if (more === true) task.dueAt = Math.min(task.dueAt, Date.now());
      else if (more !== false) setTimeout(() => this.wake(task), more).unref();
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
