import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';
import { Kafka, logLevel } from '@portico/kafka/client';
import { copyCluster } from './cluster.ts';
import { type OwnKafka, startOwnKafka } from './own-kafka.ts';

export type OwnEngines = {
  environment: { KAFKA_BROKERS: string; POSTGRES_URL: string };
  kafka: Kafka;
  /** Makes Kafka unresponsive, like a broken network, until the returned function is called. */
  silenceKafka: () => () => void;
  /** Stops PostgreSQL while `work` runs, and restarts it with its data at the same address. */
  withoutPostgres: (work: () => Promise<void>) => Promise<void>;
  /** Kills PostgreSQL with SIGKILL and restarts it; it refuses connections while recovering. */
  killPostgres: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts Kafka and PostgreSQL for a single suite, for tests that stop an engine or remove shared data.
 * @param kafka - a running Kafka to use instead, which is stopped together with the other engines.
 * @param isDurable - whether a kill of PostgreSQL loses no committed data. This makes PostgreSQL slower.
 */
export async function startOwnEngines(kafka?: OwnKafka, { isDurable = false } = {}): Promise<OwnEngines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-own-'));
  copyCluster(dataDir);
  const [broker, firstPostgres] = await Promise.all([
    kafka ?? startOwnKafka(dataDir),
    startPostgres({ dataDir, fast: !isDurable }),
  ]);
  let postgres = firstPostgres;
  return {
    environment: { KAFKA_BROKERS: broker.brokers, POSTGRES_URL: postgres.url },
    kafka: new Kafka({ clientId: 'outside', brokers: [broker.brokers], logLevel: logLevel.NOTHING }),
    silenceKafka: broker.silence,
    withoutPostgres: async (work) => {
      await postgres.stop();
      try {
        await work();
      } finally {
        postgres = await startPostgres({ dataDir, port: firstPostgres.port, fast: !isDurable });
      }
    },
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.exited;
      postgres = await startPostgres({ dataDir, port: firstPostgres.port, fast: !isDurable });
    },
    stop: async () => {
      await Promise.all([broker.stop(), postgres.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
