import { testAll } from './all.mjs';
import { reasonAgainstContainers, testContainers } from './containers.mjs';
import { reasonAgainstKafka, testKafka } from './kafka.mjs';

/**
 * Of the suites on Apache Kafka, which is slower to start and to share partitions out than the embedded broker, CI runs
 * those in which the most depends on Kafka.
 */
const ON_APACHE_KAFKA = ['ingest.int', 'topics.int', 'kafka.spec'];

/** Runs what can run here, says what cannot, and answers what came of each run. */
export const testInCi = async () => {
  const results = [testAll()];
  const runIfPossible = async (name, reason, run) => {
    console.log(reason === undefined ? `\nThe tests against ${name}:` : `\nNo tests against ${name}: ${reason}`);
    if (reason === undefined) results.push(await run());
  };
  await runIfPossible('Apache Kafka', reasonAgainstKafka(), () =>
    testKafka(['--testPathPatterns', ...ON_APACHE_KAFKA]),
  );
  await runIfPossible('containers', await reasonAgainstContainers(), () => testContainers());
  return results;
};
