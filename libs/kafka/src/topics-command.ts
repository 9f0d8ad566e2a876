// `npm run kafka:topics`: makes the topics that are not there yet, and says in which the others differ from what the
// product wants. It changes no topic that exists. Exit code 1 when one differs.
import { readConfig } from '@portico/service';
import { kafkaClient } from './kafka-client.ts';
import { KafkaConfig } from './config.ts';
import { checkTopics } from './topic-check.ts';

/** Retries of one request: a command should fail soon. */
const RETRIES = 4;

const run = async (): Promise<number> => {
  const config = readConfig('kafka:topics', KafkaConfig);
  const { created, differences, topics } = await checkTopics(kafkaClient(config, 'portico-topics', RETRIES), config);
  for (const name of created) console.log(`${name}: created`);
  for (const { topic, setting, is, wanted } of differences)
    console.log(`${topic}: ${setting} is ${is}, and should be ${wanted}`);
  const differing = new Set(differences.map(({ topic }) => topic)).size;
  const others = differing === 0 ? 'all as they should be' : `${differing} as they should not be`;
  console.log(`${topics} topics, ${created.length} of them created now, ${others}`);
  return differing === 0 ? 0 : 1;
};

process.exitCode = await run().catch((error: unknown) => {
  console.error(`The topics cannot be checked: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
