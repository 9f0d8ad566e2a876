import { type Answer, type Problem, type Rejection, SendError } from './transport.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Statuses below 500 after which the same batch is sent again. All statuses from 500 are retried as well. */
const RETRYABLE = new Set([408, 425, 429]);

/**
 * Parses the results in a 202 response.
 * @throws SendError when `text` is not a valid response.
 */
export const toAnswer = (text: string): Answer => {
  const { accepted, rejected } = parsed(text) ?? {};
  if (typeof accepted === 'number' && Number.isInteger(accepted) && accepted >= 0 && Array.isArray(rejected))
    return { accepted, rejected: rejected.map(toRejection) };
  throw new SendError('the server answered 202 without verdicts; is this the address of Portico?', {
    isRetryable: false,
    status: 202,
  });
};

const toRejection = (value: unknown): Rejection => {
  const { index, id, code, reason, pointer } = isObject(value) ? value : {};
  return { index: Number(index), id: asText(id), code: asText(code), reason: asText(reason), pointer: asText(pointer) };
};
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Converts a response with another status than 202 to an error. `text` is the body without secrets. */
export const toSendError = ({ status, headers }: Response, text: string): SendError => {
  const body = parsed(text);
  const problem = body && 'title' in body ? (body as Problem) : undefined;
  const reason = [problem?.message ?? problem?.detail ?? problem?.title ?? []].flat().join('. ');
  return new SendError(`the server answered ${status}${reason && `: ${reason}`}`, {
    isRetryable: status >= 500 || RETRYABLE.has(status),
    retryAfterMs: retryAfterOf(headers.get('retry-after')),
    status,
    problem,
  });
};

/** Parses a Retry-After header, which contains seconds or a date. Returns milliseconds, or undefined for another text. */
export const retryAfterOf = (header: string | null, now: number = Date.now()): number | undefined => {
  if (header === null) return undefined;
  const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
};
