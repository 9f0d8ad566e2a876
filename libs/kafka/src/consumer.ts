import type { Consumer, EachBatchHandler } from './client.ts';
import { whileRetriable } from './retriable.ts';

/** Milliseconds after which a consumer reads again which partitions its topics have: so long a new one stays unread. */
export const METADATA_MAX_AGE = 10_000;

/** From the beginning where the group has committed nothing. Waits some seconds for a topic that was created just now. */
export const subscribe = (consumer: Consumer, topics: string[]): Promise<void> =>
  whileRetriable(() => consumer.subscribe({ topics, fromBeginning: true }));

/**
 * A handler of batches for whom a throw that is no failure of Kafka is a defect: kafkajs would retry the batch for ever, so
 * `fail` gets the error at once.
 */
export const failAtOnce =
  (work: EachBatchHandler, fail: (error: unknown) => void): EachBatchHandler =>
  async (payload) => {
    try {
      await work(payload);
    } catch (error) {
      if (!(error instanceof Error && error.name.startsWith('KafkaJS'))) fail(error);
      throw error;
    }
  };
