import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { ProblemCode } from '@portico/contracts/common/problem';
import type { Request, Response } from 'express';
import { Problem } from './problem.ts';

/** What Nest and body-parser throw themselves, by HTTP status. */
const CODE_OF_STATUS: Record<number, ProblemCode> = {
  400: 'malformed_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'malformed_request',
  429: 'rate_limited',
  503: 'unavailable',
};

/** body-parser's errors carry a status, and `expose` says that their text is meant for the caller. */
type ExposedError = Error & { status: number; expose: true };
const isExposed = (error: unknown): error is ExposedError =>
  error instanceof Error &&
  'expose' in error &&
  error.expose === true &&
  'status' in error &&
  typeof error.status === 'number';

/** What Nest and body-parser say of these is for developers. */
const TEXT_OF_STATUS: Record<number, string> = {
  400: 'The request could not be read. Its body should be JSON.',
  413: 'The body is too large',
};

/** The decision behind whatever was thrown, or null for an accident. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  const status = error instanceof HttpException ? error.getStatus() : isExposed(error) ? error.status : 500;
  const code = CODE_OF_STATUS[status];
  if (!code) return null;
  const text = TEXT_OF_STATUS[status] ?? (error instanceof Error ? error.message : 'The request failed');
  return new Problem(code, text, [], { cause: error });
}

/** Answers every throw of an HTTP handler as a problem; accidents are logged whole and told to nobody else. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // A caller who has gone is not answered; what ended because of it is no fault.
    if (response.destroyed) return;
    const problem = toProblem(error) ?? new Problem('internal', 'An unknown error occurred', [], { cause: error });
    if (problem.status >= 500) this.logger.error(problem.cause ?? problem);
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
