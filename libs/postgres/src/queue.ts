import type { EntityManager } from '@mikro-orm/postgresql';
import { ContentError, Counter, readGauge, type Reading, Unavailable } from '@portico/service';

/** Attempts after which a queue gives up an entry that ends in a defect each time. */
const MAX_DEFECTS = 5;

const givenUp = new Counter({
  name: 'portico_queue_given_up_total',
  help: 'Entries of a queue that were given up: no further attempt would have succeeded',
  labelNames: ['queue'],
});

export const noteGivenUp = (queue: string): void => givenUp.inc({ queue });

/**
 * Whether a queue should give up an entry: at once over its content, and over a defect after five attempts. While a
 * dependency is unavailable, the entry waits.
 * @param error - in the classes of errors.ts.
 * @param attempts - failed ones, this one included.
 */
export const isGivenUp = (error: unknown, attempts: number): boolean =>
  error instanceof ContentError || (!(error instanceof Unavailable) && attempts >= MAX_DEFECTS);

/** Seconds until the next attempt: 2, 4, 8 and so on, at most `longest`. */
export const retrySeconds = (attempts: number, longest: number): number =>
  Math.min(2 ** Math.min(attempts, 20), longest);

/**
 * Shows Prometheus how long the oldest entry of each queue has waited. The same from every process, as each is one table.
 * @param oldest - by queue, a query of one moment: when its oldest entry began to wait.
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
