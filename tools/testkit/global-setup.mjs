// Runs once before the integration tests: builds the services, and starts engines on free ports in their own folder. Each jest worker
// has a Kafka and a PostgreSQL (worker-engines.mjs), so that parallel suites are isolated. Workers share one ClickHouse, in which each
// suite has a database. With PORTICO_TEST_KAFKA=apache Kafka is Apache Kafka, and jest has one worker. This file is plain JavaScript,
// because jest imports it natively; Node strips the types of its TypeScript imports.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApacheKafka } from '@portico/embedded-kafka/apache';
import { buildServices, startEngines, startKafka, startPostgres } from '@portico/stack';
import { copyCluster, makeCluster } from './src/cluster.ts';

export default async function globalSetup({ maxWorkers }) {
  await buildServices(fileURLToPath(new URL('../..', import.meta.url)));
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  const apacheKafka = process.env.PORTICO_TEST_KAFKA === 'apache' ? await startApacheKafka({ dataDir }) : undefined;
  if (apacheKafka) process.env.KAFKA_BROKERS = apacheKafka.brokers;
  await makeCluster(join(dataDir, 'cluster'));
  copyCluster(dataDir);
  const engines = await startEngines({ dataDir, fast: true });
  const ofOtherWorkers = await Promise.all(
    Array.from({ length: maxWorkers - 1 }, async (_, index) => {
      const own = join(dataDir, `worker-${index + 2}`);
      copyCluster(own);
      const [kafka, postgres] = await Promise.all([
        startKafka({ dataDir: own }),
        startPostgres({ dataDir: own, fast: true }),
      ]);
      return { kafka, postgres };
    }),
  );
  const { clickhouseUrl: CLICKHOUSE_URL, kafkaBrokers, postgresUrl } = engines;
  process.env.PORTICO_TEST_ENGINES = JSON.stringify([
    { CLICKHOUSE_URL, KAFKA_BROKERS: kafkaBrokers, POSTGRES_URL: postgresUrl },
    ...ofOtherWorkers.map(({ kafka, postgres }) => ({
      CLICKHOUSE_URL,
      KAFKA_BROKERS: kafka.brokers,
      POSTGRES_URL: postgres.url,
    })),
  ]);
  globalThis.stopPorticoEngines = async () => {
    const others = ofOtherWorkers.flatMap(({ kafka, postgres }) => [kafka.stop(), postgres.stop()]);
    await Promise.all([engines.stop(), apacheKafka?.kill(), ...others]);
    await rm(dataDir, { recursive: true, force: true });
  };
}
