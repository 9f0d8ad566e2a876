import { startClickHouse } from './clickhouse/index.ts';
import type { Running } from './engine.ts';
import { startKafka } from './kafka/index.ts';
import { startPostgres } from './postgres/index.ts';
import { takeLock } from './process/lock.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

type EnginesOptions = {
  /** The data folder, used by this process only. Created if missing. */
  dataDir: string;
  /** Trades durability for speed, for tests. */
  fast?: boolean;
};

type Engines = {
  kafkaBrokers: string;
  postgresUrl: string;
  clickhouseUrl: string;
  /** Stops the started engines. Servers from the environment keep running. */
  stop(): Promise<void>;
};

/**
 * Starts Kafka, PostgreSQL and ClickHouse on free ports of 127.0.0.1. An engine whose address is in the environment
 * (KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL) is used instead of a new one. All started engines end with the calling process,
 * even after kill -9.
 * @throws Error if an engine does not start, or the folder is in use. No engine is left running then.
 */
export const startEngines = async ({ dataDir, fast = false }: EnginesOptions): Promise<Engines> => {
  mkdirSync(dataDir, { recursive: true });
  const lock = takeLock(join(dataDir, 'lock'));
  if ('heldBy' in lock) throw new Error(`${dataDir} is in use by process ${lock.heldBy}`);
  const { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL } = process.env;
  const started: Running[] = [];
  const keep = async <Engine extends Running>(starting: Promise<Engine>): Promise<Engine> => {
    const engine = await starting;
    started.push(engine);
    return engine;
  };
  const stop = async () => {
    await Promise.all(started.map((engine) => engine.stop()));
    lock.release();
  };
  const results = await Promise.allSettled([
    KAFKA_BROKERS ?? keep(startKafka({ dataDir })).then(({ brokers }) => brokers),
    POSTGRES_URL ?? keep(startPostgres({ dataDir, fast })).then(({ url }) => url),
    CLICKHOUSE_URL ?? keep(startClickHouse({ dataDir })).then(({ url }) => url),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [kafkaBrokers = '', postgresUrl = '', clickhouseUrl = ''] = results.map((result) =>
    result.status === 'fulfilled' ? result.value : '',
  );
  return { kafkaBrokers, postgresUrl, clickhouseUrl, stop };
};
