import type { Connect } from '@portico/contracts/http/connect';

/** How events get in: over HTTP, by the integration's own Kafka topic, or by the topic that all share. */
export const DOORS = ['http', 'own', 'shared'] as const;
export type Door = (typeof DOORS)[number];

export const LANGUAGES = ['curl', 'kcat', 'node', 'python', 'java', 'go', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a snippet is made of. `keyText`, `keyId`: of a key, or words in their place. */
export type Given = { connect: Connect; keyText: string; keyId: string; door: Door };

/** Code that publishes one event and ends; `label` is the language as people call it. */
export type Snippet = { language: Language; label: string; code: string };

/** A snippet's code; null where the language has none for the door. */
export type Writer = (given: Given) => string | null;

/** What stands where a key would. */
export const KEY_TEXT = 'YOUR_KEY';
export const KEY_ID = 'YOUR_KEY_ID';

/** Where a door of Kafka is. A key of test mode has a topic beside the live one. */
export const topicOf = ({ connect: { kafka }, keyText, door }: Given): string => {
  if (door === 'shared') return kafka.sharedTopic;
  return (keyText.startsWith('ptk_test_') ? kafka.testTopic : kafka.ownTopic) ?? 'YOUR_TOPIC';
};

/** How a client signs on at the integration's own topic: by the key itself where the brokers take it, or else by a token. */
export const mechanismOf = ({ connect }: Given): 'PLAIN' | 'OAUTHBEARER' =>
  connect.kafka.mechanisms.includes('PLAIN') ? 'PLAIN' : 'OAUTHBEARER';

export const isEncrypted = ({ connect }: Given): boolean => connect.kafka.protocol === 'SASL_SSL';

/** Key of the records: events of an organization stay in order. */
export const recordKey = ({ connect: { id, organization } }: Given): string => String(organization?.id ?? id);
