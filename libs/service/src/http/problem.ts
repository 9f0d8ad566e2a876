import type { Fault, ProblemCode, ProblemDetails } from '@portico/contracts/common/problem';

const STATUS: Record<ProblemCode, number> = {
  validation_failed: 400,
  malformed_request: 400,
  payload_too_large: 413,
  unauthenticated: 401,
  email_mismatch: 403,
  email_not_verified: 403,
  forbidden: 403,
  bot_check_failed: 400,
  bot_check_required: 403,
  not_found: 404,
  organization_not_found: 404,
  stripe_customer_not_found: 404,
  already_exists: 409,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

const TITLE: Record<ProblemCode, string> = {
  validation_failed: 'The request is not valid',
  malformed_request: 'The request could not be read',
  payload_too_large: 'The request is too large',
  unauthenticated: 'Sign-in is needed',
  email_mismatch: 'The e-mail is another one',
  email_not_verified: 'The e-mail is not verified',
  forbidden: 'Not allowed',
  bot_check_failed: 'The bot check failed',
  bot_check_required: 'The bot check is needed',
  not_found: 'Not found',
  organization_not_found: 'Organization not found',
  stripe_customer_not_found: 'Stripe customer not found',
  already_exists: 'It exists already',
  conflict: 'It was changed meanwhile',
  rate_limited: 'Too many requests',
  unavailable: 'Not available right now',
  internal: 'An unexpected error',
};

/**
 * A decision to say no, sent to the caller as RFC 9457 problem details. Anything else that is thrown is an accident:
 * it is logged whole and answered as `internal` without its text.
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
  }

  /** Seconds after which the caller may ask again, as header `retry-after`. */
  retryAfter: number | undefined;

  get status(): number {
    return STATUS[this.code];
  }

  toDetails(requestId?: string): ProblemDetails {
    return {
      type: `urn:portico:problem:${this.code}`,
      title: TITLE[this.code],
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

  static rateLimited(message: string, retryAfter: number): Problem {
    return Object.assign(new Problem('rate_limited', message), { retryAfter });
  }

  static unavailable(what: string, cause?: unknown): Problem {
    return new Problem('unavailable', `${what} is not available right now. Please try again.`, [], { cause });
  }
}
