import { randomUUID } from 'node:crypto';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { parseCursor } from '@portico/contracts/events/position';
import { Kafka, logLevel } from '@portico/kafka/client';
import { Directory } from '../../src/directory/directory.ts';
import { type JudgedMessage, toJudgedMessage } from '../../src/judge/judged-message.ts';

/** Arguments of a baseline: brokers, number of messages, start positions, and numbers of integrations and organizations. */
type Work = { brokers: string; messages: number; starts: string; integrations: number; organizations: number };

export function workOf([brokers = '', messages, starts = '', integrations, organizations]: readonly string[]): Work {
  return {
    brokers,
    starts,
    messages: Number(messages),
    integrations: Number(integrations),
    organizations: Number(organizations),
  };
}

/** Reads and validates messages as the ingest does, and passes each fetched batch to `receive`. */
export async function readTopic(work: Work, receive: (arrivals: readonly JudgedMessage[]) => void): Promise<void> {
  const directory = new Directory();
  for (let id = 1; id <= work.integrations; id += 1) {
    const organizationId = ((id - 1) % work.organizations) + 1;
    directory.applyIntegration({
      id,
      version: 1,
      deletedAt: null,
      name: `integration ${id}`,
      active: true,
      organizationId,
    });
  }
  const kafka = new Kafka({ clientId: 'baseline', brokers: work.brokers.split(','), logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `bench.${randomUUID()}`, maxWaitTimeInMs: 250 });
  const topic = INTEGRATION_EVENTS_TOPIC;
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  let left = work.messages;
  await new Promise<void>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const [partition, offset] of parseCursor(work.starts))
        consumer.seek({ topic, partition, offset: String(offset) });
    });
    void consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async ({ batch, resolveOffset }) => {
        receive(
          batch.messages.map((message) =>
            toJudgedMessage({ partition: batch.partition, offset: Number(message.offset) }, message, directory),
          ),
        );
        for (const message of batch.messages) resolveOffset(message.offset);
        left -= batch.messages.length;
        if (left <= 0) resolve();
      },
    });
  });
  await consumer.disconnect();
}
