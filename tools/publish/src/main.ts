/** The command line that publishes integration events: `npm run publish:event -- --help`. */
import { ApiError } from '@portico/api-client';
import { findStack } from '@portico/stack/sign-in';
import { apiOf, targetOf } from './environment.ts';
import { parseFlags } from './flags.ts';
import { HELP } from './help.ts';
import { connectPublisher } from './integration-publisher.ts';
import { resolveSource } from './integration.ts';
import { publishOverHttp } from './publish-over-http.ts';
import { publishEvents } from './publish.ts';

const run = async (argv: readonly string[]): Promise<string> => {
  const flags = parseFlags(argv, process.env);
  if (!flags) return HELP;
  if (flags.key !== undefined) {
    const url = apiOf(flags, findStack(process.env));
    return publishOverHttp(flags, { url, key: flags.key, source: flags.source });
  }
  const target = targetOf(flags, process.env);
  const source = await resolveSource(flags.source, target);
  const publisher = await connectPublisher({
    ...target.kafka,
    clientId: 'portico-publish',
    cloudEvent: flags.cloudEvent,
  });
  try {
    return await publishEvents(flags, source, publisher);
  } finally {
    await publisher.disconnect();
  }
};

const explain = (error: unknown): string => {
  if (error instanceof ApiError) return `The API refused: ${[error.problem.message].flat().join('. ')}`;
  if (error instanceof Error && error.name.startsWith('KafkaJS')) return `Kafka did not take it: ${error.message}`;
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
};

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
