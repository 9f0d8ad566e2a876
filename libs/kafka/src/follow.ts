import { Logger } from '@nestjs/common';
import { type AggregateState, readState, type StateTopic } from '@portico/contracts/events/domain-event';
import { type SessionEnd, sessionEnded } from '@portico/contracts/events/identity';
import type { Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import { readAlone } from './read-alone.ts';

/** A state topic and the handler for its states. `publishedAt`: milliseconds since 1970 by Kafka's clock. */
type Followed = { topic: string; receive: (payload: unknown, publishedAt?: number) => void };

/**
 * Passes each newer state of an aggregate to `apply`, and ignores older and repeated states. A payload that does not match the topic's
 * contract is skipped with a warning: this reader only keeps a copy, and the domain event consumer handles dead letters.
 */
export function followed<State extends AggregateState>(
  topic: StateTopic<State>,
  apply: (state: State, publishedAt: number) => void,
): Followed {
  const logger = new Logger('Follow');
  const versions = new Map<number, number>();
  const receive = (payload: unknown, publishedAt = Date.now()): void => {
    const read = readState(topic, payload);
    if (!read.ok) {
      logger.warn({ topic: topic.topic, reason: read.reason }, 'state record is unreadable, skipped');
      return;
    }
    const { state } = read;
    if (state.version <= (versions.get(state.id) ?? 0)) return;
    versions.set(state.id, state.version);
    apply(state, publishedAt);
  };
  return { topic: topic.topic, receive };
}

/** Passes each ended session to `end`. Compares no versions, because each session end is written only once. */
export function followedEnds(end: (session: SessionEnd, endedAt: number) => void): Followed {
  const receive = (payload: unknown, publishedAt = Date.now()): void => {
    const read = readState(sessionEnded, payload);
    if (read.ok) end(read.state, publishedAt);
    else
      new Logger('Follow').warn(
        { topic: sessionEnded.topic, reason: read.reason },
        'state record is unreadable, skipped',
      );
  };
  return { topic: sessionEnded.topic, receive };
}

export type Following = {
  /** Resolves when all records that were in the topics at the start have been applied. */
  caughtUp: Promise<void>;
  isCaughtUp: () => boolean;
  /**
   * Resolves when all records that are in the topics now have been applied.
   * @throws when Kafka does not return the end offsets.
   */
  reachEnd: () => Promise<void>;
  /** Milliseconds since Kafka last answered. Normally below two seconds, with or without new states. */
  silence: () => number;
  /** Resolves with the error that ended reading. Reading continues while Kafka is unavailable. */
  ended: Promise<Error>;
  stop: () => Promise<void>;
};

/** The last offset of every partition that contains records, by `topic/partition`. */
const lastOffsets = (kafka: Kafka, topics: string[]): Promise<Map<string, bigint>> =>
  withAdmin(kafka, async (admin) => {
    const last = new Map<string, bigint>();
    for (const topic of topics) {
      for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
        if (BigInt(high) > BigInt(low)) last.set(`${topic}/${partition}`, BigInt(high) - 1n);
      }
    }
    return last;
  });

const parseJson = (value: Buffer | null): unknown => {
  try {
    return value === null ? null : JSON.parse(value.toString());
  } catch {
    return undefined;
  }
};

/**
 * Keeps an in-memory copy of state topics up to date. Reads the topics from the beginning, in its own consumer group, which commits no
 * offsets. Every process has its own copy and rebuilds the copy at a restart. The topics must exist.
 */
export async function followStates(kafka: Kafka, purpose: string, states: readonly Followed[]): Promise<Following> {
  const byTopic = Map.groupBy(states, (state) => state.topic);
  const topics = [...byTopic.keys()];
  const missing = await lastOffsets(kafka, topics);
  const { promise: caughtUp, resolve } = Promise.withResolvers<void>();
  if (missing.size === 0) resolve();
  const read = new Map<string, bigint>();
  const waiting = new Set<() => void>();
  const reachEnd = async (): Promise<void> => {
    const last = await lastOffsets(kafka, topics);
    const isReached = (): boolean => [...last].every(([partition, offset]) => (read.get(partition) ?? -1n) >= offset);
    while (!isReached()) await new Promise<void>((done) => waiting.add(done));
  };

  let heardAt = performance.now();
  const { ended, stop } = await readAlone(kafka, {
    purpose,
    topics,
    heard: () => {
      heardAt = performance.now();
    },
    eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
      for (const message of batch.messages) {
        const payload = parseJson(message.value);
        for (const state of byTopic.get(batch.topic) ?? []) state.receive(payload, Number(message.timestamp));
        resolveOffset(message.offset);
      }
      await heartbeat();
      const partition = `${batch.topic}/${batch.partition}`;
      read.set(partition, BigInt(batch.lastOffset()));
      const last = missing.get(partition);
      if (last !== undefined && BigInt(batch.lastOffset()) >= last) missing.delete(partition);
      if (missing.size === 0) resolve();
      for (const look of waiting) look();
      waiting.clear();
    },
  });
  return {
    caughtUp,
    isCaughtUp: () => missing.size === 0,
    reachEnd,
    silence: () => performance.now() - heardAt,
    ended,
    stop,
  };
}
