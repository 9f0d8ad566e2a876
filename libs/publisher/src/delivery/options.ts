import { MAX_EVENT_BYTES } from '../event/outgoing.ts';
import { ConfigurationError } from '../transport/access.ts';
import type { HttpOptions } from '../transport/http.ts';
import type { Rejection, Transport } from '../transport/transport.ts';
import type { PublishError } from './publish-error.ts';

/** Maximum events of a request to the ingest endpoint. */
export const MAX_BATCH_EVENTS = 500;
/** Maximum bytes of the JSON in a request to the ingest endpoint. */
export const MAX_BATCH_BYTES = 1024 * 1024;

/** A batch that is sent again after `delayMs`, because of `reason`. */
export type Retry = { attempt: number; delayMs: number; reason: string; status: number | undefined };

export type DeliveryOptions = {
  /** Milliseconds that the first event of a batch waits for more events. Default 5. */
  lingerMs?: number | undefined;
  /** Maximum events of a batch. Default, and highest allowed value: 500. */
  maxBatchEvents?: number | undefined;
  /** Maximum bytes of a batch as JSON. Default, and highest allowed value: 1 MiB. */
  maxBatchBytes?: number | undefined;
  /** Maximum unanswered events in memory. Default 10,000. */
  maxQueueEvents?: number | undefined;
  /** Maximum bytes of the unanswered events in memory. Default 16 MiB. */
  maxQueueBytes?: number | undefined;
  /** What a call does when the queue is full: `wait` for room (default), or `fail` with the code `queue_full`. */
  whenFull?: 'wait' | 'fail' | undefined;
  /** Milliseconds until a call fails, including its retries. Default 120,000. */
  deliveryTimeoutMs?: number | undefined;
  /** Timeout of one request in milliseconds. Default 30,000. */
  requestTimeoutMs?: number | undefined;
  /** Maximum delay before the second attempt in milliseconds. Default 100. Doubles with each further attempt, up to `maxRetryMs`. */
  minRetryMs?: number | undefined;
  /** Longest pause between two attempts in milliseconds. Default 10,000. */
  maxRetryMs?: number | undefined;
  /** Called once for each failed call, even if the caller handles the promise. */
  onError?: ((error: PublishError) => void) | undefined;
  /** Called for each call with rejected events. */
  onRejected?: ((rejected: readonly Rejection[]) => void) | undefined;
  /** Called before each pause between two attempts. */
  onRetry?: ((retry: Retry) => void) | undefined;
};

/** Options of a publisher that sends over HTTP, with `url` and `key`, or over any {@link Transport}. */
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

/** Minimum and maximum of each option. The minimum of an option in bytes leaves room for the largest event. */
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

/** Returns the options with defaults. @throws ConfigurationError for the first option that is out of range. */
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
