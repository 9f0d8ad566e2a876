import type { EntityManager } from '@mikro-orm/postgresql';
import { ContentError, Counter, isDefect, readGauge, type Reading, Unavailable } from '@portico/service';
import { ofPostgres } from './errors.ts';

/** Failed attempts after which a queue gives up an entry because of a defect. */
const MAX_DEFECTS = 5;

const givenUp = new Counter({
  name: 'portico_queue_given_up_total',
  help: 'Entries of a queue that were given up: no further attempt would have succeeded',
  labelNames: ['queue'],
});

export const noteGivenUp = (queue: string): void => givenUp.inc({ queue });

/**
 * Whether a queue should give up a failed entry: at once after a content error, and after five attempts for a defect. While a
 * dependency is unavailable, the entry waits.
 * @param error - the error as classified by `ofPostgres`.
 * @param attempts - failed attempts including this one.
 */
export const isGivenUp = (error: unknown, attempts: number): boolean =>
  error instanceof ContentError || (!(error instanceof Unavailable) && attempts >= MAX_DEFECTS);

/** Seconds until the next attempt: 2, 4, 8 and so on, at most `max`. */
export const retrySeconds = (attempts: number, max: number): number => Math.min(2 ** Math.min(attempts, 20), max);

/** Maximum seconds between two attempts, for queues that compute the pause in SQL. */
const MAX_PAUSE = 600;

/**
 * SQL expression for the time when the next attempt is due.
 * @param attempts - the column that counts failed attempts.
 */
export const nextAttemptSql = (attempts: string): string =>
  `now() + make_interval(secs => least(power(2, least(${attempts} + 1, 20)), ${MAX_PAUSE}))`;

/**
 * A queue in a table with an `id`. `at`: the column with the due time of a row. `where`: SQL for waiting rows. `seconds`: duration of a
 * lease, after which another process takes over the row. `set`: SQL assignments for further columns, which the lease updates too.
 */
type Leased = { table: string; at: string; where: string; seconds: number; set?: string };

/**
 * Leases the row that has been due for the longest time and that no other process leases.
 * @returns the row's id, or null if no row is due.
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
  /** Processes all entries in a transaction. If it throws, no entry is processed. */
  work: (entries: readonly Entry[]) => Promise<void>;
  /** Records a failed entry: sets a later due time, or gives up the entry. */
  failed: (entry: Entry, error: unknown) => Promise<void>;
};

/**
 * Processes queue entries together. If this fails, processes them one by one, so that a faulty entry does not delay the others.
 * @throws Unavailable immediately, and the first defect after all other entries are done.
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
 * Exports a metric with the age of each queue's oldest entry. Every process reports the same value, because a queue is one table.
 * @param oldest - for each queue, a SQL query for the time since which the oldest entry waits.
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
