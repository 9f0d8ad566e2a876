import { PROBLEM_CODES, type ProblemCode, type ProblemDetails } from '@portico/contracts/common/problem';

/** A call that failed. `status` is 0 when no response arrived. Callers branch on `code`. */
export class ApiError extends Error {
  readonly problem: ProblemDetails;
  /** Milliseconds to wait before retrying, from the Retry-After header of a 429 or 503. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ProblemDetails, { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(problem.detail ?? problem.title, options);
    this.name = 'ApiError';
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  get code(): ProblemCode {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }
}

const codeOfStatus = (status: number): ProblemCode => {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal';
};

export const refused = (name: string, message: string): ApiError =>
  new ApiError({
    type: 'about:blank',
    title: 'The request is not valid',
    status: 400,
    code: 'validation_failed',
    message: [message],
    faults: [{ pointer: `/${name}`, message }],
  });

/** The network is down, or the server is unreachable or too slow. */
export const unreachable = (cause: unknown): ApiError =>
  new ApiError(
    {
      type: 'about:blank',
      title: 'Service unavailable',
      status: 0,
      code: 'unavailable',
      message: 'The server cannot be reached. Check your connection and try again.',
    },
    { cause },
  );

type WithMessage = { message: string | string[] };

/** Whether a body has a message. Does not use a schema, so that a page that only shows an error loads no schemas. */
const hasMessage = (body: unknown): body is WithMessage =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  (typeof body.message === 'string' ||
    (Array.isArray(body.message) && body.message.every((item) => typeof item === 'string')));

/** Whether an error response is the API's own problem document, which may list faults. */
const isProblem = (body: WithMessage): body is ProblemDetails =>
  'code' in body && PROBLEM_CODES.some((code) => code === body.code);

/** The Retry-After header contains either seconds or a date. Returns milliseconds. */
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/**
 * The error for a response that is not OK. It contains the `message` of any JSON body, even from a proxy. For a body without a message,
 * such as an HTML page, it contains only the status.
 */
export const errorOfResponse = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null);
  const problem: ProblemDetails = {
    type: 'about:blank',
    title: response.statusText || `Status ${response.status}`,
    status: response.status,
    code: codeOfStatus(response.status),
    message: 'An unknown error occurred',
  };
  const retryAfterMs = retryAfterOf(response);
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (!hasMessage(body)) return new ApiError(problem, options);
  return new ApiError(isProblem(body) ? { ...problem, ...body } : { ...problem, message: body.message }, options);
};

/** The error for a successful response whose body does not match the contract. */
export const unexpectedBody = (response: Response, cause: unknown): ApiError =>
  new ApiError(
    {
      type: 'about:blank',
      title: 'Unexpected answer',
      status: response.status,
      code: 'internal',
      message: 'An unknown error occurred',
    },
    { cause },
  );
