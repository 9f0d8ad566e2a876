import { Problem } from '@portico/service';

/** The caller of a query. `organizations`: the organizations whose limits apply; empty for administrators. */
export type Asker = { user: number; organizations: readonly number[] };

export type Limits = {
  /** Maximum concurrent queries: `running` in total, `ofUser` per user, `ofOrganization` per organization. */
  running: number;
  ofUser: number;
  ofOrganization: number;
  /** Maximum waiting queries per user; a further one is rejected. */
  waitingOfUser: number;
  /** Maximum waiting time in milliseconds. */
  patience: number;
};

type Waiting = { asker: Asker; start: () => void };

/** Seconds after which a rejected caller should retry. */
const RETRY_AFTER = 5;

/** Counters by key. */
class Tally {
  private readonly counts = new Map<number, number>();

  of(key: number): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: number, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

/**
 * A queue that runs a few queries at a time. The next query belongs to the organization with the fewest running queries, then to the
 * user with the fewest, then to the user whose last query is longest ago. Users with many queries delay only themselves.
 */
export class FairQueue {
  private readonly users = new Tally();
  private readonly organizations = new Tally();
  private readonly waitingUsers = new Tally();
  private readonly lastTurns = new Map<number, number>();
  private waiting: Waiting[] = [];
  private running = 0;
  private turns = 0;

  constructor(private readonly limits: Limits) {}

  /** Number of running and waiting queries. */
  get state(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /**
   * Resolves when the query may run. The caller must call the result when the query ends.
   * @throws Problem `rate_limited` if too many of the user's queries wait, or after a timeout. The signal's reason if aborted.
   */
  async enter(asker: Asker, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.mayRun(asker)) this.begin(asker);
    else await this.wait(asker, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.end(asker);
    };
  }

  private wait(asker: Asker, signal: AbortSignal): Promise<void> {
    if (this.waitingUsers.of(asker.user) >= this.limits.waitingOfUser) throw tooMany();
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waiting = this.waiting.filter((one) => one !== entry);
        this.waitingUsers.add(asker.user, -1);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason instanceof Error ? signal.reason : new Error('the caller has gone'));
      };
      const start = (): void => {
        leave();
        this.begin(asker);
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooMany());
      }, this.limits.patience);
      timer.unref();
      const entry: Waiting = { asker, start };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(entry);
      this.waitingUsers.add(asker.user, 1);
    });
  }

  private mayRun({ user, organizations }: Asker): boolean {
    const { running, ofUser, ofOrganization } = this.limits;
    if (this.running >= running || this.users.of(user) >= ofUser) return false;
    return organizations.every((organization) => this.organizations.of(organization) < ofOrganization);
  }

  private begin(asker: Asker): void {
    this.turns += 1;
    this.lastTurns.set(asker.user, this.turns);
    this.count(asker, 1);
  }

  private end(asker: Asker): void {
    this.count(asker, -1);
    for (let next = this.next(); next; next = this.next()) next.start();
    const { user } = asker;
    if (this.users.of(user) === 0 && this.waitingUsers.of(user) === 0) this.lastTurns.delete(user);
  }

  private count({ user, organizations }: Asker, by: 1 | -1): void {
    this.running += by;
    this.users.add(user, by);
    for (const organization of organizations) this.organizations.add(organization, by);
  }

  private next(): Waiting | undefined {
    const ready = this.waiting.filter(({ asker }) => this.mayRun(asker));
    return ready.reduce<Waiting | undefined>(
      (best, one) => (best && !this.isBefore(one, best) ? best : one),
      undefined,
    );
  }

  private isBefore({ asker: a }: Waiting, { asker: b }: Waiting): boolean {
    const difference =
      this.loadOf(a) - this.loadOf(b) ||
      this.users.of(a.user) - this.users.of(b.user) ||
      (this.lastTurns.get(a.user) ?? 0) - (this.lastTurns.get(b.user) ?? 0);
    return difference < 0;
  }

  private loadOf({ organizations }: Asker): number {
    return Math.max(0, ...organizations.map((organization) => this.organizations.of(organization)));
  }
}

const tooMany = (): Problem =>
  Problem.rateLimited('You have too many requests running. Please try again in a few seconds.', RETRY_AFTER);
