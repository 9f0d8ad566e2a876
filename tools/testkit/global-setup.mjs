// Runs once before the integration tests: starts the engines that they share, on free ports and in a folder of their own.
// PORTICO_TEST_KAFKA=apache: Apache Kafka instead of the embedded broker.
// Plain JavaScript, because jest imports it natively; Node itself strips the types of what it imports.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApacheKafka } from '@portico/embedded-kafka/apache';
import { startEngines } from '@portico/stack';

export default async function globalSetup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  const apacheKafka = process.env.PORTICO_TEST_KAFKA === 'apache' ? await startApacheKafka({ dataDir }) : undefined;
  if (apacheKafka) process.env.KAFKA_BROKERS = apacheKafka.brokers;
  const engines = await startEngines({ dataDir, fast: true });
  process.env.KAFKA_BROKERS = engines.kafkaBrokers;
  process.env.POSTGRES_URL = engines.postgresUrl;
  process.env.CLICKHOUSE_URL = engines.clickhouseUrl;
  globalThis.stopPorticoEngines = async () => {
    await Promise.all([engines.stop(), apacheKafka?.kill()]);
    await rm(dataDir, { recursive: true, force: true });
  };
}
