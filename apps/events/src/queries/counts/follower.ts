import type { Known } from './kept-parts.ts';
import type { Length } from './parts.query.ts';

/** Milliseconds between two looks at the table. */
const PACE = 125;
/** Milliseconds after the last question for which the table is followed. */
const WANTED = 5 * 60_000;

/**
 * What is known of the table at one moment, after `since` in milliseconds of the process's own clock; null where it is not kept.
 * It never changes: another moment is another object.
 */
export type TableMoment = Readonly<Record<Length, Known | null>> & { readonly since: number };

/**
 * Looks at the table eight times a second while somebody asks about it, so that a question finds a moment that is young. One
 * look at a time: each moment is later than the one before.
 */
export class Follower {
  /** Of the last look that ended well. */
  latest: TableMoment | null = null;
  private running: Promise<TableMoment> | null = null;
  private next: Promise<TableMoment> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private wantedAt = Number.NEGATIVE_INFINITY;
  private isStopped = false;

  /**
   * @param look asks ClickHouse.
   * @param isWatched whether somebody is to be expected to ask.
   */
  constructor(
    private readonly look: (since: number) => Promise<TableMoment>,
    private readonly isWatched: () => boolean = () => false,
  ) {}

  /** Somebody asks now. */
  want(): void {
    this.wantedAt = performance.now();
    if (this.timer === undefined && this.running === null) this.lookLater(0);
  }

  /** The first moment after the call. @throws what `look` does. */
  now(): Promise<TableMoment> {
    if (this.next === null) {
      if (this.running === null) return this.lookNow();
      // It may have begun before the call.
      const look = (): Promise<TableMoment> => this.lookNow();
      this.next = this.running.then(look, look);
    }
    return this.next;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private lookNow(): Promise<TableMoment> {
    this.next = null;
    clearTimeout(this.timer);
    this.timer = undefined;
    const running = this.look(performance.now())
      .then((moment) => (this.latest = moment))
      .finally(() => {
        this.running = null;
        if (this.next === null) this.lookLater(PACE);
      });
    this.running = running;
    return running;
  }

  private lookLater(pause: number): void {
    const isWanted = performance.now() - this.wantedAt < WANTED || this.isWatched();
    if (this.isStopped || !isWanted) return;
    this.timer = setTimeout(() => void this.lookNow().catch(() => undefined), pause);
    this.timer.unref();
  }
}
