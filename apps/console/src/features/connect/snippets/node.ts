import { members } from './example-event.ts';
import { type Given, isEncrypted, mechanismOf, recordKey, topicOf, type Writer } from './given.ts';

const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)}'`;

const event = (given: Given): string => `const id = randomUUID();
const event = {
${members(given, (name, json) => `${name}: ${json},`, '  ')}
  id,
  timestamp: new Date().toISOString(),
  trace_id: id.replaceAll('-', ''),
};`;

const overHttp = (given: Given): string => `import { randomUUID } from 'node:crypto';

${event(given)}

// After a timeout send the same event again: an id counts once.
const response = await fetch(${text(given.connect.ingestUrl)}, {
  method: 'POST',
  headers: { authorization: ${text(`Bearer ${given.keyText}`)}, 'content-type': 'application/json' },
  body: JSON.stringify(event),
});
console.log(response.status, await response.text());
process.exitCode = response.ok ? 0 : 1;`;

const plain = ({ keyId, keyText }: Given): string =>
  `{ mechanism: 'plain', username: ${text(keyId)}, password: ${text(keyText)} }`;

const byToken = ({ connect, keyId, keyText }: Given): string => `{
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

const overKafka = (given: Given): string => `// npm install kafkajs
import { randomUUID } from 'node:crypto';
import { Kafka } from 'kafkajs';

const kafka = new Kafka({
  brokers: [${given.connect.kafka.brokers.split(',').map(text).join(', ')}],
  ssl: ${isEncrypted(given)},
  sasl: ${mechanismOf(given) === 'PLAIN' ? plain(given) : byToken(given)},
});
${event(given)}

const producer = kafka.producer({ allowAutoTopicCreation: false });
await producer.connect();
await producer.send({
  topic: ${text(topicOf(given))},
  messages: [{ key: ${text(recordKey(given))}, value: JSON.stringify(event) }],
});
await producer.disconnect();
console.log('published', id);`;

export const node: Writer = (given) => {
  if (given.door === 'shared') return null;
  return given.door === 'http' ? overHttp(given) : overKafka(given);
};
