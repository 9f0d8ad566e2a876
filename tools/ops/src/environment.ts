import { ADMINISTRATOR } from '@portico/kafka/access';
import { dataDirOf } from '@portico/stack';
import { kafkaCredentials } from '@portico/stack/kafka';
import { findStack, stackToken } from '@portico/stack/sign-in';
import { UsageError } from './command.ts';

/** Adds addresses of the running stack's engines to an environment that does not set them. */
export const withStack = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const stack = findStack(environment);
  if (!stack) return environment;
  return {
    ...environment,
    ...(!environment['KAFKA_BROKERS'] && stack.ownsKafka && kafkaCredentials(dataDirOf(environment), ADMINISTRATOR)),
    KAFKA_BROKERS: environment['KAFKA_BROKERS'] || stack.kafkaBrokers,
    POSTGRES_URL: environment['POSTGRES_URL'] || stack.postgresUrl,
    CLICKHOUSE_URL: environment['CLICKHOUSE_URL'] || stack.clickhouseUrl,
  };
};

export type Api = { url: string; token: string };

/** @param url the address of the API; by default the running stack's API. */
export const apiOf = async (environment: NodeJS.ProcessEnv, url: string | undefined): Promise<Api> => {
  const stack = findStack(environment);
  const address = url ?? stack?.apiUrl;
  if (address === undefined || !URL.canParse(address)) throw new UsageError('no stack is running here: give --api=URL');
  const token = environment['PORTICO_TOKEN'];
  if (token) return { url: address, token };
  if (!stack) throw new UsageError('set PORTICO_TOKEN to the token of an administrator');
  return { url: address, token: await stackToken(stack, 'admin') };
};
