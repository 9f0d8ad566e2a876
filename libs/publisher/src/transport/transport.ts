import type { Outgoing } from '../event/outgoing.ts';

/** RFC 9457 problem details, as Portico returns them. */
export type Problem = {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  /** Code for callers to branch on, such as `unauthenticated` or `rate_limited`. */
  code?: string;
  message?: string | string[];
  faults?: { pointer: string; message: string }[];
  requestId?: string;
};

/** An event that Portico has rejected for its content. `pointer`: JSON pointer to the invalid value, or '' for the whole event. */
export type Rejection = { index: number; id: string; code: string; reason: string; pointer: string };

/** Result of a batch. Each event is either counted in `accepted`, or listed in `rejected` with its index. */
export type Answer = { accepted: number; rejected: readonly Rejection[] };

/** Sends one batch, in order, to Portico. */
export type Transport = {
  /** Sends a batch. @throws SendError when no results arrived. Portico may still have stored the events. */
  send: (events: readonly Outgoing[], signal: AbortSignal) => Promise<Answer>;
};

export type SendErrorOptions = {
  /** Whether sending the same batch again may succeed. */
  isRetryable: boolean;
  /** Milliseconds that the server asks the client to wait. */
  retryAfterMs?: number | undefined;
  /** HTTP status of the response, if one arrived. */
  status?: number | undefined;
  problem?: Problem | undefined;
};

/** A failed request for a batch. The message contains no secret, so that it can be shown to people. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly isRetryable: boolean;
  readonly retryAfterMs: number;
  readonly status: number | undefined;
  readonly problem: Problem | undefined;

  constructor(message: string, { isRetryable, retryAfterMs = 0, status, problem }: SendErrorOptions) {
    super(message);
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Returns a list with the rejection of each event of a batch, or undefined for an accepted event.
 * @throws SendError when the answer does not contain exactly one result for each event.
 */
export const verdictsOf = ({ accepted, rejected }: Answer, count: number): (Rejection | undefined)[] => {
  const verdicts = Array.from<Rejection | undefined>({ length: count });
  for (const rejection of rejected) {
    const { index } = rejection;
    if (!Number.isInteger(index) || index < 0 || index >= count || verdicts[index])
      throw new SendError(`an answer that rejects event ${index} of ${count}, or rejects it twice`, NOT_AGAIN);
    verdicts[index] = rejection;
  }
  if (accepted + rejected.length !== count)
    throw new SendError(`an answer for ${accepted + rejected.length} events of ${count}`, NOT_AGAIN);
  return verdicts;
};

const NOT_AGAIN = { isRetryable: false };
