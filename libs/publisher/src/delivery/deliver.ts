import { SendError, type Transport, verdictsOf } from '../transport/transport.ts';
import { delayAfter, pause } from './backoff.ts';
import type { Entry } from './call.ts';
import type { Settings } from './options.ts';

type Delivery = {
  transport: Transport;
  settings: Settings;
  /** Fails the calls whose deadline has passed. */
  expire: (last: SendError) => void;
};

const isOpen = ({ call }: Entry): boolean => call.isOpen;

/**
 * Sends a batch, and resends the unanswered events until every call in the batch is answered or has failed. `signal` ends the delivery
 * when no caller waits for the batch any longer. Never throws.
 */
export const deliver = async (batch: readonly Entry[], delivery: Delivery, signal: AbortSignal): Promise<void> => {
  let last: SendError | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const open = batch.filter(isOpen);
    if (open.length === 0) return;
    const failure = await attemptOnce(open, { delivery, signal, last });
    last = failure;
    if (!failure || signal.aborted) return;
    const { message, status, problem, isRetryable } = failure;
    if (!isRetryable) {
      for (const { call } of open) call.fail({ code: 'refused', message, status, problem });
      return;
    }
    const { settings } = delivery;
    const delayMs = delayAfter(attempt, failure.retryAfterMs, settings);
    settings.onRetry?.({ attempt, delayMs: Math.round(delayMs), reason: message, status });
    await pauseWhileOpen(open, performance.now() + delayMs, { delivery, failure, signal });
  }
};

type Attempt = { delivery: Delivery; signal: AbortSignal; last: SendError | undefined };

/**
 * Sends one request. Answers each entry, or returns the error of the request. If the deadline interrupted the request, returns the
 * error of the previous attempt instead.
 */
const attemptOnce = async (
  open: readonly Entry[],
  { delivery: { transport, settings }, signal, last }: Attempt,
): Promise<SendError | undefined> => {
  const left = Math.max(...open.map(({ call }) => call.deadlineAt)) - performance.now();
  const timeoutMs = Math.ceil(Math.max(1, Math.min(settings.requestTimeoutMs, left)));
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const events = open.map(({ event }) => event);
    const verdicts = verdictsOf(await transport.send(events, AbortSignal.any([signal, timeout])), open.length);
    for (const [place, entry] of open.entries()) entry.call.answer(entry, verdicts[place]);
    return undefined;
  } catch (error) {
    if (timeout.aborted && last && left < settings.requestTimeoutMs) return last;
    if (timeout.aborted) return new SendError(`no answer within ${timeoutMs} ms`, { isRetryable: true });
    return error instanceof SendError ? error : new SendError(String(error), { isRetryable: false });
  }
};

type Waiting = { delivery: Delivery; failure: SendError; signal: AbortSignal };

/** Waits for the next attempt, and fails calls whose deadline passes in the meantime. */
const pauseWhileOpen = async (
  entries: readonly Entry[],
  until: number,
  { delivery, failure, signal }: Waiting,
): Promise<void> => {
  for (;;) {
    delivery.expire(failure);
    const first = entries.find(isOpen);
    const now = performance.now();
    if (!first || now >= until) return;
    // The first call has the earliest deadline, because all calls have the same timeout.
    await pause(Math.min(until, first.call.deadlineAt) - now, signal);
  }
};
