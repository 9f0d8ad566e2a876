import { createHash } from 'node:crypto';
import { AuditEntry, chainOf } from '@portico/contracts/events/audit';
import { AUDIT_DAYS, type AuditVerification } from '@portico/contracts/http/audit';
import { DAY } from '../table/schema/buckets.ts';
import type { FullRow, HeadRow } from './audit.query.ts';

/**
 * A row of table audit. `previous` is the `hash` of the chain's previous row, which may belong to the previous day. All rows of a day
 * have the same `kept_days`.
 */
export type ChainRow = Omit<FullRow, 'isExtracted'>;
/** An entry, and the time at which Kafka stored it, in milliseconds since 1970. */
export type Received = { entry: AuditEntry; at: number };

/** Action of a day's first entry, which records how the chain's previous day ended. */
const DAY_ENDED = 'audit.day-ended';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const hashOf = ({ chain, day, entry, previous }: Pick<ChainRow, 'chain' | 'day' | 'entry' | 'previous'>): string =>
  sha256(`${previous}\n${chain}\n${day}\n${entry}`);

/** The day on which the entries of a day expire. */
export const endOf = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

const reasonOf = ({ day, position, hash, kept_days }: HeadRow): string =>
  `${position + 1} entries, head ${hash}, kept until ${endOf(day, kept_days)}`;

/** Returns the record of the previous day that a day's first entry contains; null for other entries. */
export function endedDayOf({ action, targets: [target], reason }: AuditEntry) {
  const [, entries, head, until] =
    /^(\d+) entries, head (\w{64})(?:, kept until (\d{4}-\d\d-\d\d))?$/.exec(reason ?? '') ?? [];
  const day = target?.slice('day:'.length) ?? '';
  if (action !== DAY_ENDED || head === undefined) return null;
  return { day, entries: Number(entries), head, keptUntil: until ?? endOf(day, AUDIT_DAYS) };
}

/** Creates the first entry of a day. Every process creates the same entry, because its id is a hash of its content. */
function dayEnded(head: HeadRow, day: string): AuditEntry {
  const reason = reasonOf(head);
  const digits = sha256(`${head.chain}\n${day}\n${reason}`);
  const id = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return {
    id: [...id, digits.slice(20, 32)].join('-'),
    time: `${day}T00:00:00.000Z`,
    organizations: head.chain === 0 ? [] : [head.chain],
    shares: [],
    actor: { kind: 'service', id: null, email: null, role: null },
    channel: 'API',
    service: 'events',
    action: DAY_ENDED,
    targets: [`day:${head.day}`],
    outcome: 'done',
    reason,
    rows: null,
    question: null,
    requestId: null,
    address: null,
  };
}

/**
 * Creates the rows of entries in the order of their topic, after the chains' last stored rows `heads`. Apart from `kept_days`, rows depend
 * only on the records, so every process that reads the same records writes the same rows.
 * @param daysOf returns a chain's retention in days. `link` calls it when a new day of the chain begins.
 */
export function link(
  heads: readonly HeadRow[],
  received: readonly Received[],
  daysOf: (chain: number) => number = () => AUDIT_DAYS,
): ChainRow[] {
  const last = new Map<number, HeadRow>(heads.map((head) => [head.chain, head]));
  const rows: ChainRow[] = [];
  const append = (chain: number, day: string, entry: AuditEntry): void => {
    const head = last.get(chain);
    const row = { chain, day, entry: JSON.stringify(entry), previous: head?.hash ?? '' };
    const place =
      head?.day === day
        ? { position: head.position + 1, kept_days: head.kept_days }
        : { position: 0, kept_days: daysOf(chain) };
    const linked = { ...row, ...place, hash: hashOf(row) };
    last.set(chain, linked);
    rows.push(linked);
  };
  for (const { entry, at } of received) {
    const chain = chainOf(entry);
    const today = new Date(at).toISOString().slice(0, 10);
    const head = last.get(chain);
    // Brokers' clocks differ. An entry with an earlier date goes into the chain's current day, because earlier days have ended.
    const day = head && head.day > today ? head.day : today;
    if (head && head.day < day) append(chain, day, dayEnded(head, day));
    append(chain, day, entry);
  }
  return rows;
}

type Fault = NonNullable<AuditVerification['fault']>;

/** Checks the rows of one chain and day, in the order of their positions. */
export class DayCheck {
  entries = 0;
  fault: Fault | null = null;

  /**
   * @param head hash of the chain's last row before this day; empty if no such row is stored.
   * @param today the current date. Days whose retention ends by this date have expired.
   */
  constructor(
    private head: string,
    private readonly today: string,
  ) {}

  get lastHash(): string | null {
    return this.entries === 0 ? null : this.head;
  }

  take(row: FullRow): void {
    if (this.fault) return;
    // Ignores a duplicate row that a crash left, and that ClickHouse has not merged yet.
    if (row.position === this.entries - 1 && row.hash === this.head && hashOf(row) === row.hash) return;
    const kind = this.faultOf(row);
    if (kind) this.fault = this.found(kind, row);
    this.head = row.hash;
    this.entries += 1;
  }

  /** @param next the record of this day in the chain's next day; null if there is no next day. */
  end(next: { entries: number; head: string } | null): void {
    if (this.fault || !next || (next.entries === this.entries && next.head === this.head)) return;
    const isShort = this.entries < next.entries;
    const message = `The next day recorded ${next.entries} entries for this day, but only ${this.entries} are stored`;
    this.fault = { kind: isShort ? 'missing' : 'altered', position: this.entries, id: null, message };
  }

  private faultOf(row: FullRow): Fault['kind'] | null {
    if (hashOf(row) !== row.hash || !row.isExtracted) return 'altered';
    if (row.position > this.entries) return 'missing';
    if (row.position < this.entries) return 'reordered';
    if (row.previous === this.head || (this.entries === 0 && this.followsExpired(row))) return null;
    return this.entries === 0 ? 'missing' : 'reordered';
  }

  /** Whether the missing previous day has expired, by the retention that the day's first entry records. */
  private followsExpired({ entry }: ChainRow): boolean {
    const before = endedDayOf(AuditEntry.parse(JSON.parse(entry)));
    return before !== null && before.keptUntil <= this.today;
  }

  private found(kind: Fault['kind'], row: FullRow): Fault {
    const position = kind === 'missing' ? this.entries : row.position;
    const before = this.entries === 0 ? 'Entries of the previous day, or this entry,' : `Entry ${this.entries}`;
    const message = {
      missing: `${before} is missing before entry ${row.position}`,
      altered: `Entry ${row.position} was altered after it was stored`,
      reordered: `Entry ${row.position} does not continue the chain from the entry before it`,
    }[kind];
    const id = /"id":"([\da-f-]{36})"/.exec(row.entry)?.[1] ?? null;
    return { kind, position, id: kind === 'missing' ? null : id, message };
  }
}
