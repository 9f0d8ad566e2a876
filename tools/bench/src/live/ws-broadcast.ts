// The baseline of the live view. Reads the events topic and broadcasts every event, unparsed, over plain WebSockets. The events service
// costs more because of its filters, permissions and cursors. Usage: node ws-broadcast.ts <brokers>
import { randomUUID } from 'node:crypto';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { Kafka, logLevel } from '@portico/kafka/client';
import { WebSocketServer } from 'ws';

const kafka = new Kafka({ clientId: 'broadcast', brokers: [process.argv[2] ?? ''], logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `bench.${randomUUID()}`, maxWaitTimeInMs: 250 });
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

await consumer.connect();
await consumer.subscribe({ topic: INTEGRATION_EVENTS_TOPIC, fromBeginning: false });
const joined = new Promise((resolve) => {
  consumer.on(consumer.events.FETCH, resolve);
});
await consumer.run({
  autoCommit: false,
  eachBatch: async ({ batch }) => {
    if (server.clients.size === 0) return;
    const text = `[${batch.messages.map(({ value }) => value?.toString()).join(',')}]`;
    for (const client of server.clients) client.send(text);
  },
});
await joined;
const address = server.address();
process.send?.(typeof address === 'object' && address !== null ? `ws://127.0.0.1:${address.port}` : '');
process.once('disconnect', () => process.exit());
