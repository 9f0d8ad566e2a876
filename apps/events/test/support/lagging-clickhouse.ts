import { randomFrom, SEED } from '@portico/testkit';
import { isoToColumn } from '../../src/table/schema/moments.ts';
import { proxyClickHouse } from './clickhouse-proxy.ts';

/** A ClickHouse proxy that simulates lagging replicas. */
export type LaggingClickHouse = {
  url: string;
  /** Returns every statement that the proxy has received. */
  seen: () => readonly string[];
  /** Number of SELECTs that were answered from an earlier state. */
  answeredLate: () => number;
  stop: () => void;
};

const SEQUENTIAL = 'select_sequential_consistency = 1';
const isOfEvents = (sql: string): boolean => /^\s*SELECT\b/.test(sql) && sql.includes('integration_events');

/**
 * Forwards inserts and sequentially consistent SELECTs unchanged. Other SELECTs of events see an earlier state of a random replica,
 * as behind a load balancer.
 * @param lags - lags of the replicas in milliseconds.
 */
export async function lagClickHouse(lags: readonly number[]): Promise<LaggingClickHouse> {
  const seen: string[] = [];
  const random = randomFrom(SEED);
  let late = 0;
  const { url, stop } = await proxyClickHouse(({ sql, pass }) => {
    seen.push(sql);
    // Only a setting at the end applies to all SELECTs of a statement.
    if (!isOfEvents(sql) || new RegExp(`${SEQUENTIAL}\\s*(FORMAT \\w+\\s*)?$`).test(sql)) return pass();
    const lag = lags[Math.floor(random() * lags.length)] ?? 0;
    late += 1;
    const upTo = isoToColumn(new Date(Date.now() - lag).toISOString());
    const then = `FROM (SELECT *, _part FROM integration_events WHERE stored_at <= toDateTime64('${upTo}', 3, 'UTC'))`;
    pass(sql.replaceAll(/\bFROM integration_events\b/g, then));
  });
  return { url, seen: () => seen, answeredLate: () => late, stop };
}
