// `npm run kafka:topics`: creates the missing topics, and reports how existing topics differ from the expected settings. Does not
// change existing topics. The exit code is 1 when a topic differs.
// `npm run kafka:topics -- --acls [--apply] [--trusted User:admin]`: compares the ACLs, and attempts operations that Kafka must deny.
// The exit code is 1 when an ACL is missing, superfluous or dangerous, or Kafka allows such an operation.
// `npm run kafka:topics -- --partitions <topic>=<number> [--apply]`: adds partitions to a topic.
import { parseArgs } from 'node:util';
import { readConfig } from '@portico/service';
import { AclsConfig, runAcls } from './access/acls-command.ts';
import { addPartitions, parseWanted } from './add-partitions.ts';
import { kafkaClient } from './kafka-client.ts';
import { KafkaConfig } from './config.ts';
import { guarded } from './guarded.ts';
import { checkTopics } from './topic-check.ts';

/** Retries of one request. Low, so that the command fails soon. */
const RETRIES = 4;

const check = async (config: KafkaConfig): Promise<number> => {
  const { created, differences, topics } = await checkTopics(kafkaClient(config, 'portico-topics', RETRIES), config);
  for (const name of created) console.log(`${name}: created`);
  for (const { topic, setting, is, wanted } of differences)
    console.log(`${topic}: ${setting} is ${is} but should be ${wanted}`);
  const differing = new Set(differences.map(({ topic }) => topic)).size;
  const summary = differing === 0 ? 'all settings correct' : `${differing} with wrong settings`;
  console.log(`${topics} topics, ${created.length} created, ${summary}`);
  return differing === 0 ? 0 : 1;
};

const run = async (): Promise<number> => {
  const { partitions, acls, trusted, apply } = parseArgs({
    options: {
      partitions: { type: 'string' },
      acls: { type: 'boolean', default: false },
      trusted: { type: 'string', multiple: true, default: [] },
      apply: { type: 'boolean', default: false },
    },
  }).values;
  if (partitions === undefined && !acls && apply) throw new Error('--apply belongs to --partitions or --acls');
  const wanted = partitions === undefined ? null : parseWanted(partitions);
  if (acls) return runAcls(readConfig('kafka:topics', AclsConfig), { apply, trusted }, console.log);
  const config = readConfig('kafka:topics', guarded(KafkaConfig));
  if (!wanted) return check(config);
  const lines = await addPartitions(kafkaClient(config, 'portico-topics', RETRIES), wanted, apply);
  for (const line of lines) console.log(line);
  return 0;
};

const isAboutPartitions = process.argv.length > 2;
process.exitCode = await run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(isAboutPartitions ? reason : `Checking the topics failed: ${reason}`);
  return 1;
});
