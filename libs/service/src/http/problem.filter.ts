import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ProblemCode } from '@portico/contracts/common/problem';
import type { Request, Response } from 'express';
import { AuditTrail, callOf } from '../audit/audit-trail.ts';
import { classified, Unavailable } from '../errors.ts';
import { Problem } from './problem.ts';

/** For errors of Nest and body-parser. */
const CODE_OF_STATUS: Record<number, ProblemCode> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'malformed_request',
};

/** For errors that occur before a handler runs. */
const MESSAGE_OF_STATUS: Record<number, string> = {
  404: 'There is nothing at this address',
  413: 'The body is too large',
  415: 'The encoding of the body is not supported',
};
const NOT_JSON = 'The request could not be read. Its body should be JSON.';
/** Beginning of express's message about a path that cannot be decoded. */
const UNDECODED = 'Failed to decode';

/** An error that the caller caused: from body-parser, or from express for a path that cannot be decoded. */
type RequestError = Error & { status: number };
const isRequestError = (error: unknown): error is RequestError =>
  error instanceof Error &&
  (error instanceof URIError || ('expose' in error && error.expose === true)) &&
  'status' in error &&
  typeof error.status === 'number';

const messageOf = (error: unknown, status: number): string => {
  // Nest wraps two faults in its own 400: a body that is not JSON, and a path that cannot be decoded.
  if (status === 400 && error instanceof HttpException && !error.message.startsWith(UNDECODED)) return NOT_JSON;
  return MESSAGE_OF_STATUS[status] ?? 'The request could not be read';
};

/** Converts an error to a Problem; returns null for a defect. Error messages of libraries never reach the caller. */
export function toProblem(thrown: unknown): Problem | null {
  const error = classified(thrown);
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) return Problem.unavailable('The service', error);
  const status = error instanceof HttpException ? error.getStatus() : isRequestError(error) ? error.status : 500;
  const code = CODE_OF_STATUS[status];
  return code ? new Problem(code, messageOf(error, status), [], { cause: error }) : null;
}

/** Logs a problem with a status of 500 or more: a defect with its stack, an unavailable dependency in one line. */
export function logProblem(logger: Pick<Logger, 'warn' | 'error'>, problem: Problem): void {
  if (problem.status < 500) return;
  if (problem.code === 'unavailable') {
    const error = String(problem.cause instanceof Error ? problem.cause : problem);
    logger.warn({ error }, 'dependency unavailable, responded with 503');
  } else logger.error(problem.cause ?? problem);
}

export function loggedProblem(logger: Pick<Logger, 'warn' | 'error'>, thrown: unknown): Problem {
  const problem = toProblem(thrown) ?? new Problem('internal', 'An unknown error occurred', [], { cause: thrown });
  logProblem(logger, problem);
  return problem;
}

/** Sends a problem as the response to a request. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  if (problem.retryAfter !== undefined) response.setHeader('retry-after', problem.retryAfter);
  const requestId = typeof request.id === 'string' ? request.id : undefined;
  const body = JSON.stringify({ ...problem.toDetails(requestId), instance: request.url?.split('?')[0] });
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  response.writeHead(problem.status, headers).end(body);
}

/** Converts every error of an HTTP handler to a problem response. Defects are logged with their stack and hidden from the caller. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(private readonly audit: AuditTrail) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // Sends nothing to a caller that has disconnected, and does not log the abort as an error.
    if (response.destroyed) return;
    const problem = loggedProblem(this.logger, error);
    const call = callOf(request);
    if (call) this.audit.refused(call, problem);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendProblem(request, response, problem);
  }
}
