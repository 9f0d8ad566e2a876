import { members } from './example-event.ts';
import { type SnippetInput, isEncrypted, mechanismOf, recordKey, topicOf, type Writers } from './given.ts';

const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)}'`;

const event = (input: SnippetInput): string => `const id = randomUUID();
const event = {
${members(input, (name, json) => `${name}: ${json},`, '  ')}
  id,
  timestamp: new Date().toISOString(),
  trace_id: id.replaceAll('-', ''),
};`;

const overHttp = (input: SnippetInput): string => `import { randomUUID } from 'node:crypto';

${event(input)}

// After a timeout send the same event again: an id counts once.
const response = await fetch(${text(input.connect.ingestUrl)}, {
  method: 'POST',
  headers: { authorization: ${text(`Bearer ${input.keyText}`)}, 'content-type': 'application/json' },
  body: JSON.stringify(event),
});
console.log(response.status, await response.text());
process.exitCode = response.ok ? 0 : 1;`;

const plain = ({ keyId, keyText }: SnippetInput): string =>
  `{ mechanism: 'plain', username: ${text(keyId)}, password: ${text(keyText)} }`;

const byToken = ({ connect, keyId, keyText }: SnippetInput): string => `{
    mechanism: 'oauthbearer',
    oauthBearerProvider: async () => {
      const response = await fetch(${text(connect.tokenUrl)}, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: ${text(keyId)},
          client_secret: ${text(keyText)},
        }),
      });
      if (!response.ok) throw new Error(await response.text());
      return { value: (await response.json()).access_token };
    },
  }`;

const overKafka = (input: SnippetInput): string => `// npm install kafkajs
import { randomUUID } from 'node:crypto';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({
  brokers: [${input.connect.kafka.brokers.split(',').map(text).join(', ')}],
  ssl: ${isEncrypted(input)},
  sasl: ${mechanismOf(input) === 'PLAIN' ? plain(input) : byToken(input)},
});
${event(input)}

const producer = kafka.producer({ allowAutoTopicCreation: false });
await producer.connect();
await producer.send({
  topic: ${text(topicOf(input))},
  messages: [{ key: ${text(recordKey(input))}, value: JSON.stringify(event) }],
});
await producer.disconnect();
console.log('published', id);`;

export const node: Writers = { http: overHttp, own: overKafka };
