import type { NewEvent } from '../event/event.ts';
import { MAX_EVENT_BYTES, toOutgoing } from '../event/outgoing.ts';
import { httpTransport } from '../transport/http.ts';
import { SendError } from '../transport/transport.ts';
import { pause } from './backoff.ts';
import { Call, type Entry, type PublishResult } from './call.ts';
import { deliver } from './deliver.ts';
import { type PublisherOptions, settingsOf } from './options.ts';
import type { Failure, PublishError } from './publish-error.ts';
import { Queue } from './queue.ts';

export type PublishOptions = {
  /** Cancels the call. Events without an answer are in the error's `unanswered`. */
  signal?: AbortSignal | undefined;
};

export type Publisher = {
  /**
   * Publishes events in order, and resolves when each was answered: accepted, or rejected for its content. An ignored promise causes
   * no unhandled rejection, see `onError`.
   * @throws PublishError when not every event was answered.
   */
  publish: (events: NewEvent | readonly NewEvent[], options?: PublishOptions) => Promise<PublishResult>;
  /**
   * Like `publish`, but resolves as soon as the events are queued, at once if there is room. Results go to `onError` and
   * `onRejected`.
   * @throws PublishError when they could not be queued.
   */
  enqueue: (events: NewEvent | readonly NewEvent[], options?: PublishOptions) => Promise<void>;
  /** Sends without lingering, and resolves when everything published before is answered or has failed. */
  flush: () => Promise<void>;
  /** Accepts no more events, flushes, and after `deadlineMs` (10,000) fails what is left. */
  close: (deadlineMs?: number) => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** @throws ConfigurationError for an invalid address, key or option. */
export const createPublisher = (options: PublisherOptions): Publisher => {
  const settings = settingsOf(options);
  const transport = 'transport' in options ? options.transport : httpTransport(options);
  const queue = new Queue(settings);
  /** Unsettled calls, oldest first. */
  const open = new Set<Call>();
  let inFlight: { entries: readonly Entry[]; controller: AbortController } | undefined;
  let lingering = new AbortController();
  let flushing = 0;
  let isRunning = false;
  let isTidying = false;
  let closing: Promise<void> | undefined;

  const onError = quietly(settings.onError);
  const onRejected = quietly(settings.onRejected);
  const delivery = {
    transport,
    settings: { ...settings, onRetry: quietly(settings.onRetry) },
    expire: (last: SendError) => {
      for (const call of open) {
        if (call.deadlineAt > performance.now()) break;
        const { status, problem } = last;
        const message = `not answered within ${settings.deliveryTimeoutMs} ms: ${last.message}`;
        call.fail({ code: 'timeout', message, status, problem });
      }
    },
  };

  /** Runs once after any number of calls have ended without an answer. */
  const tidy = (): void => {
    if (isTidying) return;
    isTidying = true;
    queueMicrotask(() => {
      isTidying = false;
      queue.sweep();
      if (inFlight?.entries.every(({ call }) => !call.isOpen)) inFlight.controller.abort();
    });
  };

  /** Sends batches one after the other until none is left. */
  const run = async (): Promise<void> => {
    if (queue.hasFullBatch) lingering.abort();
    if (isRunning) return;
    isRunning = true;
    while (!queue.isEmpty) {
      lingering = new AbortController();
      const lingerMs = queue.oldestAt + settings.lingerMs - performance.now();
      if (!queue.hasFullBatch && flushing === 0) await pause(lingerMs, lingering.signal);
      delivery.expire(new SendError('its turn did not come', { isRetryable: true }));
      const entries = queue.take();
      inFlight = { entries, controller: new AbortController() };
      await deliver(entries, delivery, inFlight.controller.signal);
      inFlight = undefined;
      queue.release(entries);
    }
    isRunning = false;
  };

  const follow = (call: Call, signal: AbortSignal | undefined): void => {
    const abort = (): void => call.fail({ code: 'aborted', message: 'the call was aborted', cause: signal?.reason });
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    const settled = (): void => {
      open.delete(call);
      signal?.removeEventListener('abort', abort);
    };
    call.result.then(
      ({ rejected }) => {
        settled();
        if (rejected.length > 0) onRejected(rejected);
      },
      (error: PublishError) => {
        settled();
        tidy();
        if (error.rejected.length > 0) onRejected(error.rejected);
        onError(error);
      },
    );
  };

  const start = (events: NewEvent | readonly NewEvent[], { signal }: PublishOptions = {}): Call => {
    const { call, failure } = toCall([events].flat(), performance.now() + settings.deliveryTimeoutMs);
    open.add(call);
    follow(call, signal);
    if (failure) call.fail(failure);
    if (closing) call.fail({ code: 'closed', message: 'the publisher is closed' });
    if (settings.isFailingWhenFull && !queue.hasRoomFor(call))
      call.fail({ code: 'queue_full', message: 'the queue is full' });
    call.settleIfDone();
    if (!call.isOpen) return call;
    queue.offer(call);
    void run();
    return call;
  };

  const flush = async (): Promise<void> => {
    flushing += 1;
    lingering.abort();
    await Promise.allSettled([...open].map(({ result }) => result));
    flushing -= 1;
  };

  const close = async (deadlineMs: number): Promise<void> => {
    const done = new AbortController();
    const flushed = flush().finally(() => done.abort());
    await pause(deadlineMs, done.signal);
    for (const call of open) call.fail({ code: 'closed', message: `closed, not answered within ${deadlineMs} ms` });
    await flushed;
  };

  const publisher: Publisher = {
    publish: (events, publishing) => start(events, publishing).result,
    enqueue: (events, publishing) => start(events, publishing).isQueued,
    flush,
    close: (deadlineMs = 10_000) => (closing ??= close(deadlineMs)),
    [Symbol.asyncDispose]: () => publisher.close(),
  };
  return publisher;
};

/** Creates a call. Events that are too large are rejected here, because no server would accept them. */
const toCall = (events: readonly NewEvent[], deadlineAt: number): { call: Call; failure?: Failure } => {
  try {
    const call = new Call(events.map(toOutgoing), deadlineAt);
    for (const entry of call.entries) {
      const { bytes } = entry.event;
      const reason = `the event has ${bytes} bytes, over ${MAX_EVENT_BYTES}`;
      if (bytes > MAX_EVENT_BYTES) call.answer(entry, { code: 'too_large', reason, pointer: '' });
    }
    return { call };
  } catch (error) {
    return { call: new Call([], deadlineAt), failure: { code: 'invalid_event', message: String(error) } };
  }
};

/** Calls one of the caller's listeners and ignores its errors. */
const quietly =
  <Value>(listener: ((value: Value) => void) | undefined) =>
  (value: Value): void => {
    try {
      listener?.(value);
    } catch {
      // There is no caller to report the error to.
    }
  };
