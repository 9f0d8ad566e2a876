import { MAX_EVENT_BYTES } from '../event/outgoing.ts';
import { ConfigurationError } from '../transport/access.ts';
import type { HttpOptions } from '../transport/http.ts';
import type { Rejection, Transport } from '../transport/transport.ts';
import type { PublishError } from './publish-error.ts';

/** Limits of the ingest endpoint: events and bytes of a request. */
export const MAX_BATCH_EVENTS = 500;
export const MAX_BATCH_BYTES = 1024 * 1024;

/** A batch that is sent again after `delayMs`, because of `reason`. */
export type Retry = { attempt: number; delayMs: number; reason: string; status: number | undefined };

export type DeliveryOptions = {
  /** Milliseconds that the first event of a batch waits for others; default 5. */
  lingerMs?: number | undefined;
  /** Largest batch. Maximum and default: 500 events and 1 MiB of JSON. */
  maxBatchEvents?: number | undefined;
  maxBatchBytes?: number | undefined;
  /** Unanswered events that are kept in memory. Default: 10,000 events and 16 MiB. */
  maxQueueEvents?: number | undefined;
  maxQueueBytes?: number | undefined;
  /** When the queue is full: `wait` for room (default), or `fail` the call with `queue_full`. */
  whenFull?: 'wait' | 'fail' | undefined;
  /** Milliseconds until a call fails, retries included. Default 120,000. */
  deliveryTimeoutMs?: number | undefined;
  /** Timeout of one request in milliseconds. Default 30,000. */
  requestTimeoutMs?: number | undefined;
  /** Milliseconds between two attempts: at most `minRetryMs` (100) before the second one, then doubled up to `maxRetryMs` (10,000). */
  minRetryMs?: number | undefined;
  maxRetryMs?: number | undefined;
  /** Called once for each failed call, even if its promise is handled. */
  onError?: ((error: PublishError) => void) | undefined;
  /** Called for each call with rejected events. */
  onRejected?: ((rejected: readonly Rejection[]) => void) | undefined;
  /** Called before each pause between two attempts. */
  onRetry?: ((retry: Retry) => void) | undefined;
};

/** Over HTTP with an address and a key, or over any {@link Transport}. */
export type PublisherOptions = DeliveryOptions & (HttpOptions | { transport: Transport });

const DEFAULTS = {
  lingerMs: 5,
  maxBatchEvents: MAX_BATCH_EVENTS,
  maxBatchBytes: MAX_BATCH_BYTES,
  maxQueueEvents: 10_000,
  maxQueueBytes: 16 * 1024 * 1024,
  deliveryTimeoutMs: 120_000,
  requestTimeoutMs: 30_000,
  minRetryMs: 100,
  maxRetryMs: 10_000,
};
type Numbers = typeof DEFAULTS;

/** Minimum and maximum. The minimum of bytes leaves room for any event. */
const BOUNDS: readonly (readonly [keyof Numbers, number, number])[] = [
  ['lingerMs', 0, 60_000],
  ['maxBatchEvents', 1, MAX_BATCH_EVENTS],
  ['maxBatchBytes', MAX_EVENT_BYTES + 2, MAX_BATCH_BYTES],
  ['maxQueueEvents', 1, Number.POSITIVE_INFINITY],
  ['maxQueueBytes', MAX_EVENT_BYTES, Number.POSITIVE_INFINITY],
  ['deliveryTimeoutMs', 1, Number.POSITIVE_INFINITY],
  ['requestTimeoutMs', 1, 600_000],
  ['minRetryMs', 0, 600_000],
  ['maxRetryMs', 0, 600_000],
];

export type Settings = Numbers &
  Pick<DeliveryOptions, 'onError' | 'onRejected' | 'onRetry'> & { isFailingWhenFull: boolean };

/** @throws ConfigurationError for the first option that is out of range. */
export const settingsOf = (options: DeliveryOptions): Settings => {
  const { onError, onRejected, onRetry, whenFull } = options;
  const numbers = { ...DEFAULTS };
  for (const [name, from, to] of BOUNDS) {
    const value = options[name] ?? DEFAULTS[name];
    if (!(value >= from && value <= to)) throw new ConfigurationError(`${name} should be from ${from} to ${to}.`);
    numbers[name] = value;
  }
  return { ...numbers, onError, onRejected, onRetry, isFailingWhenFull: whenFull === 'fail' };
};
