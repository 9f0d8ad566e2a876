/** Addresses of the engines that the integration tests of a jest worker share. */
export function engines(): { KAFKA_BROKERS: string; POSTGRES_URL: string; CLICKHOUSE_URL: string } {
  const { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL } = process.env;
  if (!KAFKA_BROKERS || !POSTGRES_URL || !CLICKHOUSE_URL) {
    throw new Error('no engines: run integration tests with jest --selectProjects int, which starts them');
  }
  return { KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL };
}
