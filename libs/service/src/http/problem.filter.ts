import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ProblemCode } from '@portico/contracts/common/problem';
import type { Request, Response } from 'express';
import { AuditTrail, callOf } from '../audit/audit-trail.ts';
import { classified, Unavailable } from '../errors.ts';
import { Problem } from './problem.ts';

/** What Nest and body-parser throw themselves, by HTTP status. */
const CODE_OF_STATUS: Record<number, ProblemCode> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'malformed_request',
};

/** Texts for errors of a request before any handler runs. */
const MESSAGE_OF_STATUS: Record<number, string> = {
  404: 'There is nothing at this address',
  413: 'The body is too large',
  415: 'The encoding of the body is not supported',
};
const NOT_JSON = 'The request could not be read. Its body should be JSON.';
/** Start of express's message about a path that cannot be decoded. */
const UNDECODED = 'Failed to decode';

/** What body-parser throws, and express for a path that cannot be decoded: the caller's fault, with its status. */
type RequestError = Error & { status: number };
const isRequestError = (error: unknown): error is RequestError =>
  error instanceof Error &&
  (error instanceof URIError || ('expose' in error && error.expose === true)) &&
  'status' in error &&
  typeof error.status === 'number';

const messageOf = (error: unknown, status: number): string => {
  // Nest makes a 400 of its own of two faults: a body that is not JSON, and a path that cannot be decoded.
  if (status === 400 && error instanceof HttpException && !error.message.startsWith(UNDECODED)) return NOT_JSON;
  return MESSAGE_OF_STATUS[status] ?? 'The request could not be read';
};

/** The decision behind whatever was thrown, or null for an accident. No library's own text reaches the caller. */
export function toProblem(thrown: unknown): Problem | null {
  const error = classified(thrown);
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) return Problem.unavailable('The service', error);
  const status = error instanceof HttpException ? error.getStatus() : isRequestError(error) ? error.status : 500;
  const code = CODE_OF_STATUS[status];
  return code ? new Problem(code, messageOf(error, status), [], { cause: error }) : null;
}

/** Logs a problem of the server: a defect whole, with its stack, and a dependency that is away in one line. */
export function logProblem(logger: Pick<Logger, 'warn' | 'error'>, problem: Problem): void {
  if (problem.status < 500) return;
  if (problem.code === 'unavailable') {
    const error = String(problem.cause instanceof Error ? problem.cause : problem);
    logger.warn({ error }, 'dependency unavailable, answered 503');
  } else logger.error(problem.cause ?? problem);
}

/** The problem that answers whatever was thrown; logged when it is one of the server. */
export function loggedProblem(logger: Pick<Logger, 'warn' | 'error'>, thrown: unknown): Problem {
  const problem = toProblem(thrown) ?? new Problem('internal', 'An unknown error occurred', [], { cause: thrown });
  logProblem(logger, problem);
  return problem;
}

/** Answers every throw of an HTTP handler as a problem; other errors are logged whole and hidden from the caller. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(private readonly audit: AuditTrail) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // A caller who disconnected gets no response; what was aborted by that is no error.
    if (response.destroyed) return;
    const problem = loggedProblem(this.logger, error);
    const call = callOf(request);
    if (call) this.audit.refused(call, problem);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (problem.retryAfter !== undefined) response.setHeader('retry-after', problem.retryAfter);
    const requestId = typeof request.id === 'string' ? request.id : undefined;
    response
      .status(problem.status)
      .type('application/problem+json')
      .send(JSON.stringify({ ...problem.toDetails(requestId), instance: request.originalUrl.split('?')[0] }));
  }
}
