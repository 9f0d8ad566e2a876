import type { Connect } from '@portico/contracts/http/connect';

/** Ways to publish: over HTTP, through the integration's own Kafka topic, or through the shared topic. */
export const DOORS = ['http', 'own', 'shared'] as const;
export type Door = (typeof DOORS)[number];

/** The inputs of a snippet. `keyText` and `keyId` belong to a real key, or are placeholders. */
export type SnippetInput = { connect: Connect; keyText: string; keyId: string; door: Door };

/** Functions that generate code for the ways to publish that a language supports. */
export type Writers = Partial<Record<Door, (input: SnippetInput) => string>>;

export const KEY_TEXT = 'YOUR_KEY';
export const KEY_ID = 'YOUR_KEY_ID';

/** The Kafka topic for a way to publish. Test keys have a separate topic. */
export const topicOf = ({ connect: { kafka }, keyText, door }: SnippetInput): string => {
  if (door === 'shared') return kafka.sharedTopic;
  return (keyText.startsWith('ptk_test_') ? kafka.testTopic : kafka.ownTopic) ?? 'YOUR_TOPIC';
};

/** How a client authenticates at the integration's own topic: with the key if the brokers accept it, otherwise with a token. */
export const mechanismOf = ({ connect }: SnippetInput): 'PLAIN' | 'OAUTHBEARER' =>
  connect.kafka.mechanisms.includes('PLAIN') ? 'PLAIN' : 'OAUTHBEARER';

export const isEncrypted = ({ connect }: SnippetInput): boolean => connect.kafka.protocol === 'SASL_SSL';

/** The key of the Kafka records, which keeps the events of an organization in order. */
export const recordKey = ({ connect: { id, organization } }: SnippetInput): string => String(organization?.id ?? id);

/** Settings of librdkafka, on which kcat and the Python client are based. */
export const librdkafkaSettings = (input: SnippetInput): [name: string, value: string][] => {
  const { connect, keyId, keyText } = input;
  const protocol: [string, string] = ['security.protocol', connect.kafka.protocol];
  if (mechanismOf(input) === 'PLAIN')
    return [protocol, ['sasl.mechanisms', 'PLAIN'], ['sasl.username', keyId], ['sasl.password', keyText]];
  return [
    protocol,
    ['sasl.mechanisms', 'OAUTHBEARER'],
    ['sasl.oauthbearer.method', 'oidc'],
    ['sasl.oauthbearer.token.endpoint.url', connect.tokenUrl],
    ['sasl.oauthbearer.client.id', keyId],
    ['sasl.oauthbearer.client.secret', keyText],
  ];
};
