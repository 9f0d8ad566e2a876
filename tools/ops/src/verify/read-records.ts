import type { Kafka, KafkaMessage } from '@portico/kafka/client';
import { readAlone } from '@portico/kafka/read-alone';

/** A range of offsets; `to` is exclusive. */
export type Range = { partition: number; from: number; to: number };

/** Records of these ranges that the topic still contains. */
export async function readRecords(
  kafka: Kafka,
  topic: string,
  ranges: readonly Range[],
): Promise<{ partition: number; message: KafkaMessage }[]> {
  const records: { partition: number; message: KafkaMessage }[] = [];
  const open = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [range.partition, range]));
  if (open.size === 0) return records;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const reading = await readAlone(kafka, {
    purpose: 'events.operations',
    topics: [topic],
    joined: (consumer) => {
      for (const { partition, from } of open.values()) consumer.seek({ topic, partition, offset: String(from) });
    },
    eachBatch: async ({ batch: { partition, messages } }) => {
      const range = open.get(partition);
      if (!range) return;
      for (const message of messages)
        if (Number(message.offset) >= range.from && Number(message.offset) < range.to)
          records.push({ partition, message });
      const last = Number(messages.at(-1)?.offset ?? -1);
      open.set(partition, { ...range, from: Math.max(range.from, last + 1) });
      if (last + 1 >= range.to) open.delete(partition);
      if (open.size === 0) resolve();
    },
  });
  const ended = reading.ended.then((reason) => {
    throw reason;
  });
  try {
    await Promise.race([done, ended]);
    return records;
  } finally {
    ended.catch(() => undefined);
    await reading.stop();
  }
}
