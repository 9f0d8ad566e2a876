import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ofPostgres } from '@portico/postgres';
import { isDefect, Unavailable } from '@portico/service';

/** Seconds without a renewal after which the lease expires. */
const LEASE_SECONDS = 10;
const RENEWAL_INTERVAL_MS = 3_000;

const EXPIRES = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/**
 * The right to reconcile, stored as a row that names the holder. The holder renews the lease every 3 s. Each operation is a single
 * statement, so it works with any pooled connection.
 */
export class Lease {
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private renewedAt = performance.now();

  private constructor(
    private readonly orm: MikroORM,
    private readonly holder: string,
  ) {
    this.timer = setInterval(() => void this.renew(), RENEWAL_INTERVAL_MS);
  }

  /**
   * @param every seconds between the starts of two runs. After a crashed run, the next run is due as soon as the lease expires.
   * @returns null if no run is due, or another process holds the lease.
   */
  static async take(orm: MikroORM, every: number): Promise<Lease | null> {
    const holder = randomUUID();
    const rows = await orm.em.fork().execute<{ id: number }[]>(
      `update reconciliation set holder = ?, expires_at = ${EXPIRES}, started_at = now()
       where (holder is null and started_at <= now() - make_interval(secs => ?))
       or (holder is not null and expires_at < clock_timestamp()) returning id`,
      [holder, every],
    );
    return rows.length > 0 ? new Lease(orm, holder) : null;
  }

  /** @throws if another process may hold the lease by now. */
  check(): void {
    this.lost.signal.throwIfAborted();
    if (performance.now() - this.renewedAt > LEASE_SECONDS * 1_000) throw new Unavailable('the lease has expired');
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.orm.em
      .fork()
      .execute('update reconciliation set holder = null, expires_at = null where holder = ?', [this.holder]);
  }

  /** Extends the lease. It expires if the database is unavailable for 10 s. */
  private async renew(): Promise<void> {
    const begun = performance.now();
    const rows = await this.orm.em
      .fork()
      .execute<{ id: number }[]>(`update reconciliation set expires_at = ${EXPIRES} where holder = ? returning id`, [
        this.holder,
      ])
      .catch((error: unknown) => {
        if (isDefect(ofPostgres(error))) throw error;
        return null;
      });
    if (rows?.length === 0) this.lost.abort(new Unavailable('another process has taken the lease'));
    else if (rows) this.renewedAt = begun;
  }
}
