import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** Thrown where a simulated process dies. A dead process runs no further statements. */
export class Died extends Error {
  override readonly name = 'Died';
}

/**
 * The counts of one statement. `seen`: runs. `sinceDeath`: runs since the last death. `before`, `after`: deaths before and after the
 * statement.
 */
type Place = { seen: number; sinceDeath: number; before: number; after: number };

/** Maximum runs of a statement without a death of the process. At the next run, the process dies. */
const MAX_UNHARMED = 250;

const BEGIN = /^\s*(begin|start transaction)/i;
const ROLLBACK = /^\s*rollback/i;

/** Replaces the values in a statement, so that runs with different values count as the same statement. */
const formOf = (text: string): string =>
  text
    .replaceAll(/'[^']*'|\$?\b\d+\b/g, '?')
    .replaceAll(/\?(\s*,\s*\?)+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 90);

/** Records the statements at which processes have died, and the total number of deaths. */
export class Places {
  readonly all = new Map<string, Place>();
  deaths = 0;

  at(step: string, text: string): Place {
    const key = `${step}: ${formOf(text)}`;
    const known = this.all.get(key) ?? { seen: 0, sinceDeath: 0, before: 0, after: 0 };
    this.all.set(key, known);
    known.seen += 1;
    known.sinceDeath += 1;
    return known;
  }

  /** Returns the statements that ran often, but before which or after which no process has died. */
  unharmed(): string[] {
    return [...this.all]
      .filter(([, { seen, before, after }]) => seen > 3 * MAX_UNHARMED && (before === 0 || after === 0))
      .map(([key]) => key);
  }
}

/** A simulated process from its start to its death, which happens at a statement or during an attempt to send. */
export class Life {
  private static readonly current = new AsyncLocalStorage<Life>();
  step = '';
  isDead = false;
  /** Lets a frozen process continue; null while the process is not frozen. */
  thaw: (() => void) | null = null;
  private noteFrozen: () => void = () => undefined;

  /** @param left - number of statements until the process dies. */
  constructor(
    private readonly places: Places,
    private left: number,
  ) {}

  /** Returns the process that runs the current statement or sends the current message. */
  static now(): Life {
    const life = Life.current.getStore();
    if (!life) throw new Error('nothing of a process runs');
    return life;
  }

  /** Runs a step. `isWorked`: the result of the step, or null if the process freezes while `work` is still running. */
  async run(step: string, work: () => Promise<boolean>): Promise<{ work: Promise<boolean>; isWorked: boolean | null }> {
    this.step = step;
    const frozen = new Promise<null>((resolve) => {
      this.noteFrozen = () => resolve(null);
    });
    const running = Life.current.run(this, work);
    return { work: running, isWorked: await Promise.race([running, frozen]) };
  }

  freeze(): Promise<void> {
    return new Promise((resolve) => {
      this.thaw = () => {
        this.thaw = null;
        resolve();
      };
      this.noteFrozen();
    });
  }

  die(): never {
    if (!this.isDead) this.places.deaths += 1;
    this.isDead = true;
    throw new Died(`in ${this.step}`);
  }

  /**
   * Runs a statement, or dies before or after the statement. Rollbacks of a dead process still run, because PostgreSQL rolls back when
   * a connection breaks. A process never dies before `begin`, because the pool would not get the connection back. Dying there would
   * equal a death after the previous statement.
   */
  async statement<Answer>(text: string, send: () => Promise<Answer>): Promise<Answer> {
    if (ROLLBACK.test(text)) return send();
    if (this.isDead) throw new Died(`in ${this.step}`);
    const place = this.places.at(this.step, text);
    this.left -= 1;
    if (this.left > 0 && place.sinceDeath < MAX_UNHARMED) return send();
    place.sinceDeath = 0;
    const isBefore = place.before <= place.after;
    place[isBefore ? 'before' : 'after'] += 1;
    if (BEGIN.test(text)) {
      place.before = place.after = Math.max(place.before, place.after);
      this.places.deaths += 1;
      this.isDead = true;
      return send();
    }
    if (!isBefore) await send();
    return this.die();
  }

  /** Makes all statements on new connections run through the current simulated process. */
  static watchStatements(): () => void {
    const { query } = Client.prototype;
    Client.prototype.query = function watched(this: Client, ...parameters: unknown[]): unknown {
      const life = Life.current.getStore();
      const [text] = parameters;
      const send = (): Promise<unknown> => Reflect.apply(query, this, parameters);
      return life && typeof text === 'string' ? life.statement(text, send) : send();
    } as typeof query;
    return () => {
      Client.prototype.query = query;
    };
  }
}
