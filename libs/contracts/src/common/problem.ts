import { z } from 'zod';

/** Every reason for which Portico says no. The console switches on these; add one rather than parse a message. */
export const PROBLEM_CODES = [
  'validation_failed',
  'malformed_request',
  'payload_too_large',
  'unauthenticated',
  'email_mismatch',
  'email_not_verified',
  'forbidden',
  'bot_check_failed',
  'bot_check_required',
  'not_found',
  'organization_not_found',
  'stripe_customer_not_found',
  'already_exists',
  'conflict',
  'rate_limited',
  'unavailable',
  'internal',
] as const;

export const ProblemCode = z.enum(PROBLEM_CODES);
export type ProblemCode = z.infer<typeof ProblemCode>;

/** One fault in what was sent; `pointer` is an RFC 6901 JSON pointer into the body, query or path parameters. */
export const Fault = z.object({ pointer: z.string(), message: z.string() });
export type Fault = z.infer<typeof Fault>;

/**
 * RFC 9457 problem details, sent as `application/problem+json`.
 * `message` repeats the detail, or lists one message a fault, because clients show `message` as it is.
 */
export const ProblemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: ProblemCode,
  message: z.union([z.string(), z.array(z.string())]),
  faults: z.array(Fault).optional(),
  requestId: z.string().optional(),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;
