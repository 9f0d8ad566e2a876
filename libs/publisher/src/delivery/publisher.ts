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
  /** Cancels the call when aborted. The error's `unanswered` then contains the events without an answer. */
  signal?: AbortSignal | undefined;
};

export type Publisher = {
  /**
   * Publishes events in order. Resolves when Portico has accepted each event or rejected it for its content. A caller may ignore the
   * promise and use `onError` instead: a rejection is never reported as unhandled.
   * @throws PublishError when an event was not answered.
   */
  publish: (events: NewEvent | readonly NewEvent[], options?: PublishOptions) => Promise<PublishResult>;
  /**
   * Like `publish`, but resolves as soon as the events are queued, at once if the queue has room. Reports failures to `onError` and
   * rejected events to `onRejected`.
   * @throws PublishError when the call fails before all events are queued.
   */
  enqueue: (events: NewEvent | readonly NewEvent[], options?: PublishOptions) => Promise<void>;
  /** Sends without lingering. Resolves when all earlier calls are answered or have failed. */
  flush: () => Promise<void>;
  /** Accepts no more events and flushes. Fails the calls that are not answered after `deadlineMs` (default 10,000). */
  close: (deadlineMs?: number) => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Creates a publisher. @throws ConfigurationError for an invalid address, key or option. */
export const createPublisher = (options: PublisherOptions): Publisher => {
  const settings = settingsOf(options);
  const transport = 'transport' in options ? options.transport : httpTransport(options);
  const queue = new Queue(settings);
  /** Calls that are neither answered nor failed, oldest first. */
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

  /** Removes failed calls from the queue, and aborts a request that no call waits for. Several failures in the same turn cause one run. */
  const tidy = (): void => {
    if (isTidying) return;
    isTidying = true;
    queueMicrotask(() => {
      isTidying = false;
      queue.sweep();
      if (inFlight?.entries.every(({ call }) => !call.isOpen)) inFlight.controller.abort();
    });
  };

  /** Sends batches one after the other until the queue is empty. */
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

/** Creates a call. Rejects events that are too large, because no server would accept them. */
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

/** Wraps a listener of the caller, so that errors of the listener are ignored. */
const quietly =
  <Value>(listener: ((value: Value) => void) | undefined) =>
  (value: Value): void => {
    try {
      listener?.(value);
    } catch {
      // There is no caller to report the error to.
    }
  };
