import type { PublishedEvent } from '../event/event.ts';
import type { Problem, Rejection } from '../transport/transport.ts';

/**
 * - `refused`: the server does not take the request, whatever its events are; `status` and `problem` say why
 * - `timeout`: retried until `deliveryTimeoutMs` was over; the message ends with the last reason
 * - `aborted`: by the caller's signal
 * - `closed`: published after `close()`, or not answered before its deadline
 * - `queue_full`: there was no room, and `whenFull` is `fail`
 * - `invalid_event`: an event that cannot be written as JSON; nothing of the call was sent
 */
export type PublishErrorCode = 'refused' | 'timeout' | 'aborted' | 'closed' | 'queue_full' | 'invalid_event';

/** Why a call failed. */
export type Failure = {
  code: PublishErrorCode;
  message: string;
  status?: number | undefined;
  problem?: Problem | undefined;
  /** The reason of the caller's signal. */
  cause?: unknown;
};

/** State of a call's events so far. */
type Progress = { accepted: number; rejected: readonly Rejection[]; unanswered: () => PublishedEvent[] };

/** Not every event of a call was answered. Each event is either counted in `accepted`, or listed in `rejected` or in `unanswered`. */
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

  /** Events that may or may not have arrived, in order. Publish them again unchanged: with the same ids, each is counted once. */
  get unanswered(): PublishedEvent[] {
    return this.#unanswered();
  }
}
