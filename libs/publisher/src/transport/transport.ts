import type { Outgoing } from '../event/outgoing.ts';

/** RFC 9457 problem details, as Portico returns them. */
export type Problem = {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  /** Branch on this value, such as `unauthenticated` or `rate_limited`. */
  code?: string;
  message?: string | string[];
  faults?: { pointer: string; message: string }[];
  requestId?: string;
};

/** An event that Portico has rejected for its content. `pointer` is a JSON pointer to the fault, empty for the whole event. */
export type Rejection = { index: number; id: string; code: string; reason: string; pointer: string };

/** Result of a batch. Every event is either counted in `accepted` or listed in `rejected` by its index. */
export type Answer = { accepted: number; rejected: readonly Rejection[] };

/** Sends one batch, in order, to Portico. */
export type Transport = {
  /** @throws SendError when the batch was not answered. Unless the error says otherwise, it is unknown whether its events arrived. */
  send: (events: readonly Outgoing[], signal: AbortSignal) => Promise<Answer>;
};

export type SendErrorOptions = {
  /** Whether sending the same batch again may succeed. */
  isRetryable: boolean;
  /** Milliseconds that the server asks to wait. */
  retryAfterMs?: number | undefined;
  /** HTTP status. */
  status?: number | undefined;
  problem?: Problem | undefined;
};

/** Why a batch got no results. Its message can be shown to people and contains no secret. */
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
 * Returns for each event of a batch its rejection, or undefined if it was accepted.
 * @throws SendError for an answer that does not have exactly one result for each event.
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
