import { randomUUID } from 'node:crypto';
import type { EachBatchHandler, Kafka } from './client.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { untilBegun } from './retriable.ts';

/**
 * kafkajs gives up a group after some seconds of failed attempts. Only then does it look for the group's new coordinator after the
 * old one went down with its broker. A partition's new leader is found without this.
 */
const RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 8, restartOnFailure: async () => false };

/** The part of the consumer that its owner may use to seek. */
export type Seekable = Pick<ConsumerLoop, 'seek'>;

type Alone = {
  /** Prefix of the group names, `<purpose>.<uuid>`. */
  purpose: string;
  topics: string[];
  eachBatch: EachBatchHandler;
  /** Called whenever reading restarts from the beginning of the topics. Seek here. */
  joined?: (consumer: Seekable) => void;
  /** Called for every response of a broker. */
  heard?: () => void;
};

export type Reading = {
  /** Resolves with the reason when reading has ended. A Kafka outage or failover does not end it. */
  ended: Promise<Error>;
  stop: () => Promise<void>;
};

/**
 * Reads whole topics for this process only, in its own consumer group that commits nothing. When kafkajs gives up a group, a new
 * group is started, because joining the old one would wait for the session timeout of the previous member.
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
