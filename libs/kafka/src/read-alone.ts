import { randomUUID } from 'node:crypto';
import type { EachBatchHandler, Kafka } from './client.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { untilBegun } from './retriable.ts';

/**
 * After some seconds of tries in vain kafkajs gives the group up: only so does it look for the group's new coordinator
 * when the old one has ended with its broker. Until then a partition's new leader is found without.
 */
const RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 8, restartOnFailure: async () => false };

/** What reads, so far as its owner may move it. */
export type Seekable = Pick<ConsumerLoop, 'seek'>;

export type Alone = {
  /** Names the groups, `<purpose>.<uuid>`. */
  purpose: string;
  topics: string[];
  eachBatch: EachBatchHandler;
  /** Called whenever reading restarts from the beginning of the topics: the place to seek. */
  joined?: (consumer: Seekable) => void;
  /** Called whenever a broker has answered. */
  heard?: () => void;
};

export type Reading = {
  /** Resolves with the reason when reading has ended; a Kafka that is unavailable or fails over does not end it. */
  ended: Promise<Error>;
  stop: () => Promise<void>;
};

/**
 * Reads whole topics for this process alone: in a consumer group of its own that commits nothing. Whenever kafkajs gives
 * up a group, the next one is begun: in the old one it would wait until its former self has timed out.
 * @throws when Kafka cannot be reached at first.
 */
export async function readAlone(kafka: Kafka, options: Alone): Promise<Reading> {
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>();
  let loop: ConsumerLoop;
  let isEnding = false;

  const begin = async (): Promise<void> => {
    const { purpose, topics, eachBatch, joined, heard } = options;
    const own = new ConsumerLoop(kafka, {
      topics,
      consumer: { groupId: `${purpose}.${randomUUID()}`, retry: RETRY },
      commits: 'never',
      eachBatch,
      joined: () => joined?.(own),
      heard,
      lost: () => void beginAgain().catch(end),
      failed: (error) => end(toError(error)),
    });
    loop = own;
    try {
      await loop.begin();
    } catch (error) {
      await loop.stop();
      throw error;
    }
  };
  /** Retries until Kafka is available. */
  const beginAgain = async (): Promise<void> => {
    await untilBegun(begin, () => isEnding);
    if (isEnding) await loop.stop();
  };

  await begin();
  return {
    ended,
    stop: async () => {
      isEnding = true;
      await loop.stop();
    },
  };
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
