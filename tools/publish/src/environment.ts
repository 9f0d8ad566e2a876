import { connectionFrom, type ConnectionOptions } from '@portico/kafka/connection';
import { findStack, type StackFile, stackToken } from '@portico/stack/sign-in';
import type { EventFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** The Kafka connection to publish to, and the API address and token to look up integrations. */
export type Target = { kafka: ConnectionOptions; api: string; token: () => Promise<string> };

/** Address of the API: from the flag, otherwise from the running local stack, otherwise port 3001 on this machine. */
export const apiOf = (flags: Pick<EventFlags, 'api'>, stack: Pick<StackFile, 'apiUrl'> | undefined): string => {
  const api = flags.api ?? stack?.apiUrl ?? 'http://localhost:3001';
  if (URL.canParse(api)) return api;
  throw new UsageError(`--api should be a URL, not '${api}'.`);
};

/** Reads the target from the flags, otherwise from the environment, otherwise from the running local stack. */
export const targetOf = (flags: EventFlags, environment: NodeJS.ProcessEnv): Target => {
  const stack = findStack(environment);
  const brokers = flags.brokers ?? environment['KAFKA_BROKERS'] ?? stack?.kafkaBrokers ?? 'localhost:9092';
  const api = apiOf(flags, stack);
  return {
    kafka: connectionFrom({ ...environment, KAFKA_BROKERS: brokers }),
    api,
    token: async () => {
      const token = environment['PORTICO_TOKEN'];
      if (token) return token;
      if (stack) return stackToken(stack, 'admin');
      throw new UsageError(
        'To look an integration up by name, start the local stack (npm start) or set PORTICO_TOKEN. Or give --source-id and --organization-id.',
      );
    },
  };
};
