import type { EntityManager } from '@mikro-orm/postgresql';
import { ContentError, Counter, isDefect, readGauge, type Reading, Unavailable } from '@portico/service';
import { ofPostgres } from './errors.ts';

/** Attempts after which a queue gives up an entry that always ends in a defect. */
const MAX_DEFECTS = 5;

const givenUp = new Counter({
  name: 'portico_queue_given_up_total',
  help: 'Entries of a queue that were given up: no further attempt would have succeeded',
  labelNames: ['queue'],
});

export const noteGivenUp = (queue: string): void => givenUp.inc({ queue });

/**
 * Whether a queue should give up an entry: at once for its content, after five attempts for a defect. While a dependency is
 * unavailable, the entry waits.
 * @param error - classified by errors.ts.
 * @param attempts - failed attempts including this one.
 */
export const isGivenUp = (error: unknown, attempts: number): boolean =>
  error instanceof ContentError || (!(error instanceof Unavailable) && attempts >= MAX_DEFECTS);

/** Seconds until the next attempt: 2, 4, 8 and so on, at most `longest`. */
export const retrySeconds = (attempts: number, longest: number): number =>
  Math.min(2 ** Math.min(attempts, 20), longest);

/** Default maximum pause between two attempts, in seconds. */
const LONGEST_PAUSE = 600;

/**
 * SQL: when the next attempt is due.
 * @param attempts - the column that counts failed attempts.
 */
export const nextAttemptSql = (attempts: string): string =>
  `now() + make_interval(secs => least(power(2, least(${attempts} + 1, 20)), ${LONGEST_PAUSE}))`;

/**
 * A queue in a table with an `id`. `at`: the column with the due time of a row. `where`: SQL for waiting rows. `seconds`: of a lease,
 * after which another process takes over the row. `set`: SQL for further changes with the lease.
 */
type Leased = { table: string; at: string; where: string; seconds: number; set?: string };

/**
 * Leases the row that is due longest and not leased by another process.
 * @returns its id; null if none is due.
 */
export async function leaseOldest<Id = number>(
  em: EntityManager,
  { table, at, where, seconds, set }: Leased,
): Promise<Id | null> {
  const [row] = await em.execute<{ id: Id }[]>(
    `update ${table} set ${set ? `${set}, ` : ''}${at} = now() + make_interval(secs => ${seconds}) where id = (
       select id from ${table} where ${at} <= now() and ${where} order by ${at}, id limit 1 for update skip locked)
     returning id`,
  );
  return row?.id ?? null;
}

type Together<Entry> = {
  /** Processes all entries or none, in a transaction. */
  work: (entries: readonly Entry[]) => Promise<void>;
  /** Records a failed entry, so that it is due later or given up. */
  failed: (entry: Entry, error: unknown) => Promise<void>;
};

/**
 * Processes queue entries together and, if that fails, one by one, so that a faulty one does not delay the others.
 * @throws Unavailable immediately, and a defect after the others are done.
 */
export async function workTogether<Entry>(entries: readonly Entry[], together: Together<Entry>): Promise<void> {
  if (entries.length === 0) return;
  try {
    return await together.work(entries);
  } catch (thrown) {
    const error = ofPostgres(thrown);
    if (error instanceof Unavailable) throw error;
    const [entry] = entries;
    if (entries.length === 1 && entry !== undefined) {
      await together.failed(entry, error);
      if (isDefect(error)) throw error;
      return;
    }
  }
  const defects: unknown[] = [];
  for (const entry of entries) {
    await workTogether([entry], together).catch((error: unknown) => {
      if (!isDefect(error)) throw error;
      defects.push(error);
    });
  }
  if (defects.length > 0) throw defects[0];
}

/**
 * Exports how long the oldest entry of each queue has waited. Every process reports the same value, because each queue is one table.
 * @param oldest - per queue, a query for when its oldest entry began to wait.
 */
export function showQueues(em: EntityManager, oldest: Readonly<Record<string, string>>): void {
  const queues = Object.entries(oldest);
  const ages = queues.map(([, query], index) => `select ${index} as queue, (${query}) as since`).join(' union all ');
  const read = async (): Promise<Reading[]> => {
    const rows = await em
      .fork()
      .execute<{ queue: number; age: number | null }[]>(
        `select queue, extract(epoch from clock_timestamp() - since)::float8 as age from (${ages}) as ages`,
      );
    return rows.map(({ queue, age }) => ({
      labels: { queue: queues[queue]?.[0] ?? '' },
      value: Math.max(0, age ?? 0),
    }));
  };
  readGauge('portico_queue_oldest_seconds', 'How long the oldest entry of a queue has waited', ['queue'], read);
}
