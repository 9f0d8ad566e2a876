import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type AuditEntry, MAX_AUDIT_ORGANIZATIONS } from '@portico/contracts/events/audit';
import { AuditCall, type Caller, CONFIG, currentCall } from '@portico/service';
import type { EventsConfig } from '../config.ts';
import { HOUR } from '../table/schema/buckets.ts';
import { AuditProducer } from './audit-producer.ts';

/** Milliseconds between writes of due entries. A killed process loses the entries that became due since the last write. */
const FLUSH_MS = 2_000;
/** Maximum number of tallies of one process. Beyond it, the process writes all tallies immediately. */
const MAX_TALLIES = 50_000;
/** Entries per request to Kafka. */
const BATCH_SIZE = 500;

/** The parameters of a list or live view. `query` and `where` are search texts. */
type Query = { readonly query?: string | undefined; readonly where?: string | undefined };
/** Number of rows by organization. */
export type RowsOf = ReadonlyMap<number, number>;
type Base = Pick<AuditEntry, 'actor' | 'channel' | 'address' | 'requestId'>;

/** Counts the rows that one viewer received for one query within an hour, by organization. */
class Tally {
  private readonly shares = new Map<number, number>();
  private hasEntry = false;
  /** Whether the log has written this tally for the last time. Later rows then need a new tally. */
  isClosed = false;

  constructor(
    private readonly action: string,
    private readonly base: Base,
    private readonly question: string,
    private readonly length: number,
    readonly hour: number,
  ) {}

  get isFull(): boolean {
    return this.shares.size >= MAX_AUDIT_ORGANIZATIONS;
  }

  /** Whether to write an entry now: the first entry, an entry of a full tally, or the remaining rows when the hour is over. */
  isDue(isOver: boolean): boolean {
    return !this.hasEntry || this.isFull || (isOver && this.shares.size > 0);
  }

  add(rowsOf: RowsOf): void {
    for (const [organization, rows] of rowsOf)
      this.shares.set(organization, (this.shares.get(organization) ?? 0) + rows);
  }

  take(digestOf: (text: string) => string): AuditEntry {
    const call = new AuditCall({ ...this.base, action: this.action, service: 'events', isWrite: false });
    const rows = [...this.shares.values()].reduce((sum, share) => sum + share, 0);
    const question = { digest: digestOf(this.question), length: this.length };
    call.add({ rowsOf: this.shares, rows, question });
    this.shares.clear();
    this.hasEntry = true;
    return call.entry();
  }
}

/**
 * Tallies the rows of lists and live views in memory. Writes the first rows of a viewer's query to the audit log within {@link FLUSH_MS},
 * further rows at the end of the hour. Responses do not wait for these writes. The log contains search texts as a keyed digest.
 */
@Injectable()
export class ReadLog implements OnApplicationShutdown {
  private readonly logger = new Logger(ReadLog.name);
  private readonly tallies = new Map<string, Tally>();
  private readonly key: Buffer;
  private readonly timer: NodeJS.Timeout;
  private unsent: AuditEntry[] = [];
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly producer: AuditProducer,
    @Inject(CONFIG) { SERVICE_SECRET }: Pick<EventsConfig, 'SERVICE_SECRET'>,
  ) {
    const secret = SERVICE_SECRET?.[0] ?? randomBytes(32);
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'audit questions', 32));
    this.timer = setInterval(() => void this.flush(false), FLUSH_MS).unref();
  }

  /** Counts the rows in the response to the current call. Ignores calls by other services. */
  answered(query: Query, rowsOf: RowsOf): void {
    const call = currentCall();
    if (!call) return;
    call.leaveToHandler();
    const { action, ...base } = call.entry();
    this.tallyOf(action, base, query, questionOf(query)).add(rowsOf);
  }

  /** Returns a function that counts the rows sent to a live viewer. */
  viewer({ id, usertype }: Caller, address: string | null, query: Query): (rowsOf: RowsOf) => void {
    const actor = { kind: 'user' as const, id, email: null, role: usertype };
    const base = { actor, channel: 'console' as const, address, requestId: null };
    const question = questionOf(query);
    let tally: Tally | null = null;
    return (rowsOf) => {
      if (!tally || tally.isClosed || tally.hour !== currentHour())
        tally = this.tallyOf('events.live', base, query, question);
      tally.add(rowsOf);
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(true);
    await this.producer.end();
  }

  private tallyOf(action: string, base: Base, query: Query, question: string): Tally {
    const hour = currentHour();
    const key = `${action} ${base.actor.id} ${base.address} ${hour} ${question}`;
    let tally = this.tallies.get(key);
    if (!tally) {
      const { actor, channel, address, requestId } = base;
      const length = (query.query?.length ?? 0) + (query.where?.length ?? 0);
      tally = new Tally(action, { actor, channel, address, requestId }, question, length, hour);
      this.tallies.set(key, tally);
    }
    if (this.tallies.size > MAX_TALLIES) void this.flush(true);
    return tally;
  }

  /** @param isAll whether to close the tallies of the current hour too. */
  private flush(isAll: boolean): Promise<void> {
    this.flushing = this.flushing.then(() => this.write(isAll));
    return this.flushing;
  }

  private async write(isAll: boolean): Promise<void> {
    const hour = currentHour();
    for (const [key, tally] of this.tallies) {
      const isOver = isAll || tally.hour < hour;
      if (tally.isDue(isOver)) this.unsent.push(tally.take(this.digestOf));
      if (!isOver) continue;
      tally.isClosed = true;
      this.tallies.delete(key);
    }
    while (this.unsent.length > 0) {
      const batch = this.unsent.slice(0, BATCH_SIZE);
      try {
        await this.producer.send(batch);
      } catch (error) {
        const lost = Math.max(0, this.unsent.length - MAX_TALLIES);
        this.unsent = this.unsent.slice(lost);
        this.logger.warn(
          { waiting: this.unsent.length, lost, error: String(error) },
          'writing audit entries about reads failed, retrying',
        );
        return;
      }
      this.unsent = this.unsent.slice(batch.length);
    }
  }

  private readonly digestOf = (text: string): string => createHmac('sha256', this.key).update(text).digest('hex');
}

const currentHour = (): number => Math.floor(Date.now() / HOUR);

export function countOrganizations(organizations: Iterable<number>): RowsOf {
  const counts = new Map<number, number>();
  for (const organization of organizations) counts.set(organization, (counts.get(organization) ?? 0) + 1);
  return counts;
}

/** Returns a text that identifies a query and is the same for all its pages. */
function questionOf(query: Query): string {
  const fields = Object.entries(query).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'offset' && name !== 'after',
  );
  return JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
