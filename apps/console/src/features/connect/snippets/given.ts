import type { Connect } from '@portico/contracts/http/connect';

/** Ways to publish: over HTTP, through the integration's own Kafka topic, or through the shared topic. */
export const DOORS = ['http', 'own', 'shared'] as const;
export type Door = (typeof DOORS)[number];

export const LANGUAGES = ['curl', 'kcat', 'node', 'python', 'java', 'go', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The inputs of a snippet. `keyText` and `keyId` belong to a real key, or are placeholders. */
export type SnippetInput = { connect: Connect; keyText: string; keyId: string; door: Door };

/** Code that publishes one event and exits; `label` is the language's name. */
export type Snippet = { language: Language; label: string; code: string };

/** Generates a snippet's code; null if the language does not support the way to publish. */
export type Writer = (input: SnippetInput) => string | null;

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
