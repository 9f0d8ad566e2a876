import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@portico/kafka';
import { Problem } from '@portico/service';

/** Messages of one topic in one request to Kafka. */
export type Publication = { topic: string; messages: Message[] };

/** Milliseconds until an unacknowledged publication fails. */
const ACKNOWLEDGEMENT_DEADLINE = 5_000;
/** Maximum bytes of a request to Kafka: a broker's default maximum batch is 1 MiB. */
const MAX_REQUEST_BYTES = 700_000;
/** Milliseconds that a request waits for further callers if the previous request had several callers. */
const LINGER = 2;
/** Approximate bytes of a message's frame and headers. */
const FRAME = 200;

type Entry = {
  topic: string;
  messages: readonly Message[];
  /** Number of messages already put into a request. */
  taken: number;
  isOver: boolean;
  settle: (error?: unknown) => void;
};

const sizeOf = ({ value }: Message): number => (value?.length ?? 0) + FRAME;

/**
 * Sends one request to Kafka at a time. The next request contains all messages added meanwhile, in order. Concurrent callers share
 * the cost of a request. A single caller does not wait for others.
 */
export class Batches {
  private queue: Entry[] = [];
  /** Whether the last request had more than one caller. */
  private isShared = false;
  private sending: Promise<void> | null = null;

  /** @param send - sends one request; rejects unless Kafka acknowledged all messages of the request. */
  constructor(
    private readonly send: (publications: readonly Publication[]) => Promise<void>,
    private readonly deadline = ACKNOWLEDGEMENT_DEADLINE,
  ) {}

  /**
   * Sends the messages, in parts if necessary. Resolves when Kafka has acknowledged all messages.
   * @throws Problem `unavailable`, without sending the remaining parts.
   */
  add(topic: string, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => {
        if (entry.isOver) return;
        entry.isOver = true;
        clearTimeout(timer);
        if (error === undefined) resolve();
        else reject(unacknowledged(error));
      };
      const entry: Entry = { topic, messages, taken: 0, isOver: false, settle };
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((other) => other !== entry);
        settle(new Error(`Kafka has not acknowledged within ${this.deadline} ms`));
      }, this.deadline);
      this.queue.push(entry);
      this.sending ??= this.work();
    });
  }

  /** Resolves when every added message was acknowledged or has failed. */
  async end(): Promise<void> {
    while (this.sending) await this.sending;
  }

  private async work(): Promise<void> {
    // Waits for other messages that are added in this turn of the event loop.
    await Promise.resolve();
    while (this.queue.length > 0) {
      if (this.isShared) await sleep(LINGER);
      const { publications, begun, ended } = this.take();
      this.isShared = begun.length > 1;
      // All waiting publications may have timed out while they waited.
      if (begun.length === 0) continue;
      try {
        await this.send(publications);
        for (const entry of ended) entry.settle();
      } catch (error) {
        for (const entry of begun) entry.settle(error);
        this.queue = this.queue.filter(({ isOver }) => !isOver);
      }
    }
    this.sending = null;
  }

  /** Builds the next request: its publications, the entries that it contains, and the entries that it completes. */
  private take(): { publications: Publication[]; begun: Entry[]; ended: Entry[] } {
    const publications: Publication[] = [];
    const begun: Entry[] = [];
    let bytes = 0;
    for (const entry of this.queue) {
      const from = entry.taken;
      for (; entry.taken < entry.messages.length; entry.taken += 1) {
        const message = entry.messages[entry.taken];
        if (!message || (bytes > 0 && bytes + sizeOf(message) > MAX_REQUEST_BYTES)) break;
        bytes += sizeOf(message);
      }
      if (entry.taken === from) break;
      publications.push({ topic: entry.topic, messages: entry.messages.slice(from, entry.taken) });
      begun.push(entry);
      if (entry.taken < entry.messages.length) break;
    }
    const ended = begun.filter(({ taken, messages }) => taken === messages.length);
    this.queue = this.queue.slice(ended.length);
    return { publications, begun, ended };
  }
}

/** The error for unacknowledged messages. `cause` is only logged. */
const unacknowledged = (cause: unknown): Problem =>
  Object.assign(Problem.unavailable('Publishing', cause), { retryAfter: 1 });
