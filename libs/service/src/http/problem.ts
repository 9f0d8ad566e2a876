import {
  type Fault,
  PROBLEM_STATUS,
  PROBLEM_TITLE,
  type ProblemCode,
  type ProblemDetails,
} from '@portico/contracts/common/problem';

/** Seconds until a caller may retry if a dependency is unavailable. */
const RETRY_UNAVAILABLE = 2;

/**
 * A deliberate rejection, sent as RFC 9457 problem details. Any other error is a defect: the error is logged, and the caller gets
 * `internal` without the error's text.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly faults: Fault[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retryAfter = code === 'unavailable' ? RETRY_UNAVAILABLE : undefined;
  }

  /** Seconds until the caller may retry, sent as header `retry-after`. */
  retryAfter: number | undefined;

  get status(): number {
    return PROBLEM_STATUS[this.code];
  }

  toDetails(requestId?: string): ProblemDetails {
    return {
      type: `urn:portico:problem:${this.code}`,
      title: PROBLEM_TITLE[this.code],
      status: this.status,
      detail: this.message,
      code: this.code,
      message: this.faults.length > 0 ? this.faults.map((fault) => fault.message) : this.message,
      ...(this.faults.length > 0 && { faults: this.faults }),
      ...(requestId !== undefined && { requestId }),
    };
  }

  static notFound(what: string): Problem {
    return new Problem('not_found', `${what} was not found`);
  }

  static forbidden(message = 'You are not allowed to do this'): Problem {
    return new Problem('forbidden', message);
  }

  static unauthenticated(message = 'Sign in to continue'): Problem {
    return new Problem('unauthenticated', message);
  }

  /** @param pointer - JSON pointer to the field at fault. */
  static invalid(pointer: string, message: string): Problem {
    return new Problem('validation_failed', message, [{ pointer, message }]);
  }

  static rateLimited(message: string, retryAfter: number): Problem {
    return Object.assign(new Problem('rate_limited', message), { retryAfter });
  }

  static unavailable(what: string, cause?: unknown): Problem {
    return new Problem('unavailable', `${what} is not available right now. Please try again.`, [], { cause });
  }
}
