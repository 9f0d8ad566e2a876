import type { PublishedEvent } from '../event/event.ts';
import type { Problem, Rejection } from '../transport/transport.ts';

/**
 * - `refused`: the server rejected the whole request; `status` and `problem` contain the reason
 * - `timeout`: no attempt succeeded within `deliveryTimeoutMs`; the message ends with the last reason
 * - `aborted`: the caller's signal aborted the call
 * - `closed`: the call came after `close()`, or was not answered before the deadline of `close()`
 * - `queue_full`: the queue had no room for the call, and `whenFull` is `fail`
 * - `invalid_event`: an event cannot be written as JSON; no event of the call was sent
 */
export type PublishErrorCode = 'refused' | 'timeout' | 'aborted' | 'closed' | 'queue_full' | 'invalid_event';

/** Why a call failed. */
export type Failure = {
  code: PublishErrorCode;
  message: string;
  status?: number | undefined;
  problem?: Problem | undefined;
  /** The abort reason of the caller's signal. */
  cause?: unknown;
};

/** State of a call's events when the call failed. */
type Progress = { accepted: number; rejected: readonly Rejection[]; unanswered: () => PublishedEvent[] };

/** A failed call. Each event of the call is either counted in `accepted`, or listed in `rejected` or in `unanswered`. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
  readonly code: PublishErrorCode;
  /** HTTP status of the response. */
  readonly status: number | undefined;
  readonly problem: Problem | undefined;
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  readonly #unanswered: () => PublishedEvent[];

  constructor({ code, message, status, problem, cause }: Failure, { accepted, rejected, unanswered }: Progress) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.problem = problem;
    this.accepted = accepted;
    this.rejected = rejected;
    this.#unanswered = unanswered;
  }

  /** Events that may or may not have arrived, in order. Publish them again unchanged: Portico counts an event with the same id once. */
  get unanswered(): PublishedEvent[] {
    return this.#unanswered();
  }
}
