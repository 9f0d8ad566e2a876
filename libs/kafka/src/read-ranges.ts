import type { Kafka, KafkaMessage } from './client.ts';
import { readAlone } from './read-alone.ts';

/** A part of one partition: from an offset up to, but not including, `end`. */
export type OffsetRange = { topic: string; partition: number; from: number; end: number };

/**
 * Reads each range once, in the order of its offsets. After a Kafka outage, `take` may receive the last records again.
 * @param purpose - prefix of the consumer group, `<purpose>.<uuid>`.
 * @throws any error of `take`, a Kafka error when Kafka is unreachable at the start, and the signal's reason on abort.
 */
export async function readRanges<One extends OffsetRange>(
  kafka: Kafka,
  purpose: string,
  ranges: readonly One[],
  take: (range: One, messages: readonly KafkaMessage[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const nexts = new Map(ranges.map((range) => [range, range.from]));
  const left = new Set(ranges.filter(({ from, end }) => from < end));
  if (left.size === 0) return;
  signal?.throwIfAborted();
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => undefined); // avoids an unhandled rejection on abort before the await below
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  const reading = await readAlone(kafka, {
    purpose,
    topics: [...new Set(ranges.map(({ topic }) => topic))],
    joined: (consumer) => {
      for (const [{ topic, partition }, next] of nexts) consumer.seek({ topic, partition, offset: String(next) });
    },
    eachBatch: async ({ batch, resolveOffset }) => {
      const range = [...left].find(({ topic, partition }) => topic === batch.topic && partition === batch.partition);
      if (!range) return;
      const next = nexts.get(range) ?? range.from;
      const messages = batch.messages.filter(({ offset }) => Number(offset) >= next && Number(offset) < range.end);
      if (messages.length > 0) await take(range, messages);
      resolveOffset(batch.lastOffset());
      nexts.set(range, Number(batch.lastOffset()) + 1);
      if (Number(batch.lastOffset()) >= range.end - 1) left.delete(range);
      if (left.size === 0) resolve();
    },
  });
  try {
    await Promise.race([done, reading.ended.then((error) => Promise.reject(error))]);
  } finally {
    await reading.stop();
  }
}
