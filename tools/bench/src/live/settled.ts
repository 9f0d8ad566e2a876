import { setTimeout as sleep } from 'node:timers/promises';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import type { Kafka } from '@portico/kafka/client';

/** The consumer group that stores; only how far it is is asked. */
const INGEST_GROUP = 'events.ingest';
const LONGEST = 120_000;

/** Waits until everything published is stored: the storing of one load is not to be paid for by the next. */
export async function settled(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    for (const deadline = Date.now() + LONGEST; ; await sleep(200)) {
      const ends = await admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC);
      const [group] = await admin.fetchOffsets({ groupId: INGEST_GROUP, topics: [INTEGRATION_EVENTS_TOPIC] });
      const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      if (ends.every(({ partition, high }) => Number(high) <= Math.max(0, committed.get(partition) ?? 0))) return;
      if (Date.now() > deadline) throw new Error(`events are not stored after ${LONGEST} ms`);
    }
  } finally {
    await admin.disconnect();
  }
}
