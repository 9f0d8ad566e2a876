import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** Thrown where a process dies. It does nothing after that. */
export class Died extends Error {
  override readonly name = 'Died';
}

/** A statement of a step. `seen`: how often it was about to run. `sinceDeath`: how often since a process last died at it. */
type Place = { seen: number; sinceDeath: number; before: number; after: number };

/** After that many times without a death at a place, a process dies there. */
const LONGEST_UNHARMED = 250;

const BEGIN = /^\s*(begin|start transaction)/i;
const ROLLBACK = /^\s*rollback/i;

/** Normalizes a statement, independently of its values and their number. */
const formOf = (text: string): string =>
  text
    .replaceAll(/'[^']*'|\$?\b\d+\b/g, '?')
    .replaceAll(/\?(\s*,\s*\?)+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 90);

/** Records the statements at which processes have died, and the total. */
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

  /** Statements that ran often without a death before or after them. */
  unharmed(): string[] {
    return [...this.all]
      .filter(([, { seen, before, after }]) => seen > 3 * LONGEST_UNHARMED && (before === 0 || after === 0))
      .map(([key]) => key);
  }
}

/** A process from its start to its death, which happens at a statement or in between. */
export class Life {
  private static readonly current = new AsyncLocalStorage<Life>();
  step = '';
  isDead = false;
  /** Lets a frozen process continue. Null while it is not frozen. */
  thaw: (() => void) | null = null;
  private noteFrozen: () => void = () => undefined;

  /** @param left - number of statements until it dies. */
  constructor(
    private readonly places: Places,
    private left: number,
  ) {}

  /** The life whose statement or message is running. */
  static now(): Life {
    const life = Life.current.getStore();
    if (!life) throw new Error('nothing of a process runs');
    return life;
  }

  /** @returns the result of the step, or null once it is frozen, while `work` is still running. */
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
   * Runs a statement, or dies before it, or after it without its answer. What PostgreSQL does for a process that is gone, a
   * rollback, still runs. No process dies before its transaction has begun, which is the same as after the statement before: the pool
   * would never have that connection back.
   */
  async statement<Answer>(text: string, send: () => Promise<Answer>): Promise<Answer> {
    if (ROLLBACK.test(text)) return send();
    if (this.isDead) throw new Died(`in ${this.step}`);
    const place = this.places.at(this.step, text);
    this.left -= 1;
    if (this.left > 0 && place.sinceDeath < LONGEST_UNHARMED) return send();
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

  /** Makes every statement on new connections go through the current life. */
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
