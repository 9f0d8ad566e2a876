import type { PublishedEvent } from '../event/event.ts';
import type { Outgoing } from '../event/outgoing.ts';
import type { Rejection } from '../transport/transport.ts';
import { type Failure, PublishError } from './publish-error.ts';

/** Result of a `publish` call. `rejected` identifies events by their index in the call. */
export type PublishResult = { accepted: number; rejected: readonly Rejection[] };

/** One event of a call. */
export type Entry = {
  readonly event: Outgoing;
  readonly call: Call;
  /** Index in the call, starting at 0. */
  readonly index: number;
  isAnswered: boolean;
  /** When the event was queued, in milliseconds of `performance.now()`. */
  queuedAt: number;
};

/** Creates a promise with its resolve and reject functions. Node never reports its rejection as unhandled. */
const deferred = <Value>() => {
  let settle: { resolve: (value: Value) => void; reject: (error: PublishError) => void } | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {});
  return {
    promise,
    resolve: (value: Value) => settle?.resolve(value),
    reject: (error: PublishError) => settle?.reject(error),
  };
};

/** One `publish` call. Settles once: when all its events are answered, or when the call fails. */
export class Call {
  readonly entries: readonly Entry[];
  /** When the call fails if events are still unanswered, in milliseconds of `performance.now()`. */
  readonly deadlineAt: number;
  /** Number of entries that have been queued. */
  queued = 0;
  readonly #result = deferred<PublishResult>();
  readonly #isQueued = deferred<void>();
  #isSettled = false;
  #open: number;
  #rejected: Rejection[] = [];

  constructor(events: readonly Outgoing[], deadlineAt: number) {
    this.deadlineAt = deadlineAt;
    this.entries = events.map((event, index) => ({ event, call: this, index, isAnswered: false, queuedAt: 0 }));
    this.#open = events.length;
  }

  /** Resolves when all events are answered. @throws PublishError when the call failed. */
  get result(): Promise<PublishResult> {
    return this.#result.promise;
  }

  /**
   * Resolves when all events of the call are queued.
   * @throws PublishError when the call fails before all its events are queued.
   */
  get isQueued(): Promise<void> {
    return this.#isQueued.promise;
  }

  get isOpen(): boolean {
    return !this.#isSettled;
  }

  answer(entry: Entry, rejection?: Omit<Rejection, 'index' | 'id'>): void {
    if (this.#isSettled || entry.isAnswered) return;
    entry.isAnswered = true;
    this.#open -= 1;
    if (rejection) {
      const { code, reason, pointer } = rejection;
      this.#rejected.push({ index: entry.index, id: entry.event.id, code, reason, pointer });
    }
    this.settleIfDone();
  }

  settleIfDone(): void {
    if (this.#open > 0 || this.#isSettled) return;
    this.#isSettled = true;
    this.#isQueued.resolve();
    this.#result.resolve(this.#answers());
  }

  hasQueued(): void {
    this.#isQueued.resolve();
  }

  fail(failure: Failure): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const open = this.entries.filter(({ isAnswered }) => !isAnswered).map(({ event }) => event.text);
    const unanswered = (): PublishedEvent[] => open.map((text): PublishedEvent => JSON.parse(text));
    const error = new PublishError(failure, { ...this.#answers(), unanswered });
    this.#isQueued.reject(error);
    this.#result.reject(error);
  }

  #answers(): PublishResult {
    const rejected = this.#rejected.toSorted((one, other) => one.index - other.index);
    return { accepted: this.entries.length - this.#open - rejected.length, rejected };
  }
}
