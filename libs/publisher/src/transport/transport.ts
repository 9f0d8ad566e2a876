import type { Outgoing } from '../event/outgoing.ts';

/** RFC 9457 problem details, as Portico answers them. */
export type Problem = {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  /** Switch on this, such as `unauthenticated` or `rate_limited`. */
  code?: string;
  message?: string | string[];
  faults?: { pointer: string; message: string }[];
  requestId?: string;
};

/** An event that Portico has refused for its content; `pointer` is a JSON pointer to the fault, empty for the whole event. */
export type Rejection = { index: number; id: string; code: string; reason: string; pointer: string };

/** The verdict about a batch: every event is either counted in `accepted` or stands in `rejected` by its index. */
export type Answer = { accepted: number; rejected: readonly Rejection[] };

/** Brings one batch, in order, to Portico. */
export type Transport = {
  /** @throws SendError when the batch was not answered: it is unknown whether its events arrived, unless it says no. */
  send: (events: readonly Outgoing[], signal: AbortSignal) => Promise<Answer>;
};

export type SendErrorOptions = {
  /** Whether the same batch may be answered otherwise later. */
  isRetryable: boolean;
  /** Milliseconds that the server asks to wait. */
  retryAfterMs?: number | undefined;
  /** Of HTTP. */
  status?: number | undefined;
  problem?: Problem | undefined;
};

/** Why a batch was not answered with verdicts. Its message is for people and has no secret in it. */
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
 * For each event of a batch its rejection, or undefined where it was accepted.
 * @throws SendError for an answer that does not have exactly one verdict for each event.
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
