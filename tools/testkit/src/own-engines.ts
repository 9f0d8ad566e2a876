import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@portico/stack';
import { Kafka, logLevel } from '@portico/kafka/client';
import { copyCluster } from './cluster.ts';
import { type OwnKafka, startOwnKafka } from './own-kafka.ts';

export type OwnEngines = {
  environment: { KAFKA_BROKERS: string; POSTGRES_URL: string };
  /** An outside client. */
  kafka: Kafka;
  /** Lets Kafka answer nobody, as behind a broken network, until what it returns is called. */
  silenceKafka: () => () => void;
  /** Ends PostgreSQL while `work` runs, and starts it again, at the same address with what it had kept. */
  withoutPostgres: (work: () => Promise<void>) => Promise<void>;
  /** Ends PostgreSQL with SIGKILL, and starts it again at once: it recovers, and refuses connections until it has. */
  killPostgres: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Kafka and PostgreSQL of one suite alone, for tests that end them or empty what others would miss.
 * @param kafka - one that runs already; it ends with the others.
 * @param isDurable - whether PostgreSQL keeps what it acknowledged when it is killed; slower.
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
