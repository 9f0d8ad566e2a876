import { spawnSync } from 'node:child_process';
import { runJest } from './jest-run.mjs';

/** Why Apache Kafka cannot run here, in one line; undefined when it can. The first time its jars are fetched. */
export const reasonAgainstKafka = () => {
  const { status, stderr } = spawnSync('node', ['tools/embedded-kafka/apache/main.ts', '--check'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr.trim();
};

/** The integration tests, and those that need Apache Kafka itself, against Apache Kafka. Arguments go to jest. */
export const testKafka = (args = []) => runJest(['--selectProjects', 'int', ...args], { PORTICO_TEST_KAFKA: 'apache' });
