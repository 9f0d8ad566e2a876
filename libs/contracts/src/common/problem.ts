import { z } from 'zod/mini';

/** Every reason for which Portico rejects a request. The console reads these codes, so add a code instead of parsing a message. */
export const PROBLEM_CODES = [
  'validation_failed',
  'malformed_request',
  'address_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'unauthenticated',
  'session_ended',
  'mfa_required',
  'email_mismatch',
  'email_not_verified',
  'email_taken',
  'forbidden',
  'bot_check_failed',
  'bot_check_required',
  'not_found',
  'organization_not_found',
  'stripe_customer_not_found',
  'already_exists',
  'already_closed',
  'conflict',
  'rate_limited',
  'unavailable',
  'internal',
] as const;

export const ProblemCode = z.enum(PROBLEM_CODES);
export type ProblemCode = z.infer<typeof ProblemCode>;

/** The HTTP status of each code. */
export const PROBLEM_STATUS: Record<ProblemCode, number> = {
  validation_failed: 400,
  malformed_request: 400,
  address_not_allowed: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unauthenticated: 401,
  session_ended: 401,
  mfa_required: 403,
  email_mismatch: 403,
  email_not_verified: 403,
  email_taken: 409,
  forbidden: 403,
  bot_check_failed: 400,
  bot_check_required: 403,
  not_found: 404,
  organization_not_found: 404,
  stripe_customer_not_found: 404,
  already_exists: 409,
  already_closed: 409,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** The title of each code, independent of the detail. */
export const PROBLEM_TITLE: Record<ProblemCode, string> = {
  validation_failed: 'The request is not valid',
  malformed_request: 'The request could not be read',
  address_not_allowed: 'The address is not allowed',
  payload_too_large: 'The request is too large',
  unsupported_media_type: 'The media type is not supported',
  unauthenticated: 'Sign-in is needed',
  session_ended: 'The session has ended',
  mfa_required: 'A second factor is needed',
  email_mismatch: 'The e-mail does not match',
  email_not_verified: 'The e-mail is not verified',
  email_taken: 'The e-mail belongs to another account',
  forbidden: 'Not allowed',
  bot_check_failed: 'The bot check failed',
  bot_check_required: 'The bot check is needed',
  not_found: 'Not found',
  organization_not_found: 'Organization not found',
  stripe_customer_not_found: 'Stripe customer not found',
  already_exists: 'Already exists',
  already_closed: 'Already over',
  conflict: 'Changed in the meantime',
  rate_limited: 'Too many requests',
  unavailable: 'Not available right now',
  internal: 'An unexpected error',
};

/** One fault in a request. `pointer` is an RFC 6901 JSON pointer into the body, query or path parameters. */
export const Fault = z.object({ pointer: z.string(), message: z.string() });
export type Fault = z.infer<typeof Fault>;

/**
 * RFC 9457 problem details, sent as `application/problem+json`. `message` repeats the detail, or is a list with one text per fault,
 * because clients display `message` unchanged.
 */
export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  code: ProblemCode,
  message: z.union([z.string(), z.array(z.string())]),
  faults: z.optional(z.array(Fault)),
  requestId: z.optional(z.string()),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;
