import { freePorts } from '../stack/src/process/ports.ts';
import { runJest } from './jest-run.mjs';

/** Returns in one line why containers cannot run on this machine, or undefined if they can. */
export const reasonAgainstContainers = async () => {
  const { getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
    return undefined;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    return `a container engine (Docker or Podman) is needed: ${reason}`;
  }
};

/**
 * Runs the integration tests on Apache Kafka, PostgreSQL and ClickHouse in new containers of docker-compose.yml, on free ports.
 * A suite that stops an engine uses an embedded engine. `args` are passed to jest.
 */
export const testContainers = async (args = []) => {
  const { DockerComposeEnvironment, Wait } = await import('testcontainers');
  const [kafka, postgres, clickhouse] = await freePorts(3);
  const services = ['kafka', 'postgres', 'clickhouse'];
  const compose = services.reduce(
    (environment, service) => environment.withWaitStrategy(`${service}-1`, Wait.forHealthCheck()),
    new DockerComposeEnvironment('.', 'docker-compose.yml').withEnvironment({
      KAFKA_PORT: String(kafka),
      POSTGRES_PORT: String(postgres),
      CLICKHOUSE_PORT: String(clickhouse),
    }),
  );
  const containers = await compose.up(services);
  try {
    return runJest(['--selectProjects', 'real', ...args], {
      PORTICO_TEST_KAFKA: 'container',
      KAFKA_BROKERS: `localhost:${kafka}`,
      POSTGRES_URL: `postgres://portico:portico@127.0.0.1:${postgres}`,
      CLICKHOUSE_URL: `http://portico:portico@127.0.0.1:${clickhouse}/portico`,
    });
  } finally {
    await containers.down();
  }
};
