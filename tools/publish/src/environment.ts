import { connectionFrom } from '@portico/kafka/connection';
import type { ConnectionOptions } from '@portico/kafka/connection';
import { findStack, stackToken } from '@portico/stack/sign-in';
import type { PublishFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** Where to publish, where to look integrations up, and with whose token. */
export type Target = { kafka: ConnectionOptions; api: string; token: () => Promise<string> };

/** Reads flags first, then the environment, then the local stack that runs. */
export const targetOf = (flags: PublishFlags, environment: NodeJS.ProcessEnv): Target => {
  const stack = findStack(environment);
  const brokers = flags.brokers ?? environment['KAFKA_BROKERS'] ?? stack?.kafkaBrokers ?? 'localhost:9092';
  const api = flags.api ?? stack?.apiUrl ?? 'http://localhost:3001';
  if (!URL.canParse(api)) throw new UsageError(`--api should be a URL, not '${api}'.`);
  return {
    kafka: connectionFrom({ ...environment, KAFKA_BROKERS: brokers }),
    api,
    token: async () => {
      const given = environment['PORTICO_TOKEN'];
      if (given) return given;
      if (stack) return stackToken(stack, 'admin');
      throw new UsageError(
        'To look an integration up by name, start the local stack (npm start) or set PORTICO_TOKEN. Or give --source-id and --organization-id.',
      );
    },
  };
};
