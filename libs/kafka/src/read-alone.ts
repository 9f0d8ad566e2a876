import { randomUUID } from 'node:crypto';
import type { EachBatchHandler, Kafka } from './client.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { untilBegun } from './retriable.ts';

/**
 * Retry options that make kafkajs give up a group after some seconds. When the broker of a group's coordinator goes down, kafkajs looks
 * for the new coordinator only after it gives up. It finds new leaders of partitions without giving up.
 */
const RETRY = { initialRetryTime: 100, maxRetryTime: 500, retries: 8, restartOnFailure: async () => false };

/** The methods of the consumer that `joined` may use. */
export type Seekable = Pick<ConsumerLoop, 'seek'>;

type Alone = {
  /** Prefix of the group names, `<purpose>.<uuid>`. */
  purpose: string;
  topics: string[];
  eachBatch: EachBatchHandler;
  /** Called whenever reading restarts from the beginning of the topics. Call `seek` here to start elsewhere. */
  joined?: (consumer: Seekable) => void;
  /** Called for every fetch response of a broker. */
  heard?: () => void;
};

export type Reading = {
  /** Resolves with the error that ended reading. Reading continues after a Kafka outage or failover. */
  ended: Promise<Error>;
  stop: () => Promise<void>;
};

/**
 * Reads whole topics for this process only, in its own consumer group, which commits no offsets. When kafkajs gives up a group, this
 * function starts a new group, because the old group would first wait for the session timeout of its previous member.
 * @throws when Kafka is unreachable before reading has begun.
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
  /** Retries `begin` until Kafka is available. */
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
