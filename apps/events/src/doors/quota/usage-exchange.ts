import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { crash, Loop } from '@portico/service';
import { Database } from '../../postgres/database.ts';
import { type Counted, DAY, MINUTE, type OthersUsage, Usage } from './usage.ts';

/** Milliseconds between exchanges. Between two exchanges, all processes together may accept more than a quota. */
const INTERVAL = 2_000;
/** Maximum milliseconds that requests wait for the first read after the start. Publishing works without PostgreSQL. */
const PATIENCE = 5_000;
const KEPT_DAYS = 8;

/** Writes totals instead of increments, so that a repeated write changes nothing. */
const WRITE = `
  insert into door_usage select r.day, r.integration_id, ?, r.bytes, r.minute, r.events
  from jsonb_to_recordset(?::jsonb) as r(day date, integration_id int, bytes bigint, minute bigint, events bigint)
  on conflict (day, integration_id, process) do update
    set bytes = excluded.bytes, minute = excluded.minute, events = excluded.events`;
const READ = `
  select integration_id as integration, sum(bytes)::float8 as bytes,
    coalesce(sum(events) filter (where minute = ?), 0)::float8 as events
  from door_usage where day = ? and process <> ? group by integration_id`;

/**
 * Writes this process's counts to PostgreSQL every few seconds, and reads the counts of all other processes. These include ended processes,
 * so that a restart does not reset the counts of the day. While PostgreSQL does not respond, each process counts alone.
 */
@Injectable()
export class UsageExchange implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UsageExchange.name);
  private readonly process = randomUUID();
  private readonly loop = new Loop({ name: 'exchanging quota usage', next: () => this.exchange(), pause: INTERVAL });
  private readonly first = Promise.withResolvers<void>();
  /** Resolves after the first read of the day's usage, or {@link PATIENCE} after the start. */
  readonly known: Promise<void>;
  /** The UTC day on which this process last deleted old rows. */
  private cleared = '';

  constructor(
    private readonly database: Database,
    private readonly usage: Usage,
  ) {
    this.known = Promise.race([this.first.promise, sleep(PATIENCE, undefined, { ref: false })]);
  }

  onApplicationBootstrap(): void {
    void this.database.ready.then(() => this.loop.start(), crash);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.write().catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'saving quota usage at shutdown failed');
    });
  }

  private async exchange(): Promise<false> {
    await this.write();
    await this.read();
    return false;
  }

  private async write(): Promise<void> {
    const changed = this.usage.changed(Date.now());
    if (changed.length === 0) return;
    try {
      await this.database.em().execute(WRITE, [this.process, JSON.stringify(changed.map(toRow))]);
    } catch (error) {
      this.usage.unwritten(changed);
      throw error;
    }
  }

  private async read(): Promise<void> {
    const now = Date.now();
    const day = dayOf(now);
    const em = this.database.em();
    const minute = Math.floor(now / MINUTE) * 60;
    this.usage.learn(await em.execute<OthersUsage[]>(READ, [minute, day, this.process]), now);
    this.first.resolve();
    if (this.cleared === day) return;
    await em.execute('delete from door_usage where day < ?', [dayOf(now - KEPT_DAYS * DAY)]);
    this.cleared = day;
  }
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

const toRow = ({ integration, day, minute, events, bytes }: Counted) => ({
  day: dayOf(day * DAY),
  integration_id: integration,
  bytes,
  minute: minute * 60,
  events,
});
