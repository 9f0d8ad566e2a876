// Publishes events at a constant rate until the process is killed. Usage: node publish-steadily.ts <brokers> <events per second>
import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { Kafka, logLevel } from '@portico/kafka/client';
import { benchEvent, withProducer } from '../publishing.ts';

/** Batches per second. */
const TICKS = 20;

const [brokers = '', rate = '0'] = process.argv.slice(2);
const kafka = new Kafka({ clientId: 'bench-steady', brokers: [brokers], logLevel: logLevel.NOTHING });
await withProducer(kafka, async (producer) => {
  const began = performance.now();
  for (let tick = 0; ; tick += 1) {
    await sleep(Math.max(0, began + (tick * 1_000) / TICKS - performance.now()));
    const messages = Array.from({ length: Number(rate) / TICKS }, (_, index) => {
      const event = benchEvent(tick * 1_000 + index, `Payrun ${tick} paid 12 employees`);
      return { key: String(event.organization_id), value: JSON.stringify(event) };
    });
    await producer.send({ topic: INTEGRATION_EVENTS_TOPIC, messages, acks: -1 });
    if (tick === 0) process.send?.('publishing');
  }
});
