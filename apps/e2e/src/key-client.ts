import { Kafka, type KafkaClientOptions, logLevel, type Message } from '@portico/kafka/client';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import type { StackAddresses } from '@portico/testkit/product/stack';

/** Result of an attempt to publish: `taken`, or the name of the error from Kafka or the API. */
type Attempt = string;

const typeOf = (error: unknown): string =>
  error instanceof Error && 'type' in error && typeof error.type === 'string'
    ? error.type
    : error instanceof Error && error.cause
      ? typeOf(error.cause)
      : error instanceof Error
        ? error.name
        : String(error);

/** Returns a client without retries, because the tests expect rejections. */
const clientOf = (stack: StackAddresses, sasl?: KafkaClientOptions['sasl']): Kafka =>
  new Kafka({
    clientId: 'somebody',
    brokers: stack.kafkaBrokers.split(','),
    ...(sasl && { sasl }),
    retry: { retries: 0 },
    logLevel: logLevel.NOTHING,
  });

/** Returns a client with a key, or without credentials. With `oauth`, the client uses a token that the API issues for the key. */
export const kafkaOf = (stack: StackAddresses, key: Pick<CreatedKey, 'keyId' | 'key'> | null, oauth = false): Kafka => {
  if (key === null) return clientOf(stack);
  if (!oauth) return clientOf(stack, { mechanism: 'plain', username: key.keyId, password: key.key });
  const oauthBearerProvider = async (): Promise<{ value: string }> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.keyId,
      client_secret: key.key,
    });
    const answer = await fetch(`${stack.apiUrl}/oauth/token`, { method: 'POST', body });
    if (!answer.ok) throw Object.assign(new Error(await answer.text()), { type: `no token: ${answer.status}` });
    const { access_token: value } = (await answer.json()) as { access_token: string };
    return { value };
  };
  return clientOf(stack, { mechanism: 'oauthbearer', oauthBearerProvider });
};

/** Tries to publish one message. */
export async function attempt(kafka: Kafka, topic: string, message: Message): Promise<Attempt> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  try {
    await producer.connect();
    await producer.send({ topic, messages: [message], acks: -1 });
    return 'taken';
  } catch (error) {
    return typeOf(error);
  } finally {
    await producer.disconnect();
  }
}
