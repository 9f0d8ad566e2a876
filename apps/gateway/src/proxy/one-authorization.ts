import type { IncomingMessage } from 'node:http';
import { Problem } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';

/** The problem of a request with several `Authorization` headers, or null. The gateway would check and forward only the first. */
export const repeatedAuthorizationRefusal = ({ headersDistinct }: IncomingMessage): Problem | null =>
  (headersDistinct['authorization']?.length ?? 0) > 1
    ? new Problem('malformed_request', 'Send one Authorization header, not several')
    : null;

/** Middleware that rejects requests with several `Authorization` headers, on every path. */
export const rejectRepeatedAuthorization = (request: Request, _response: Response, next: NextFunction): void =>
  next(repeatedAuthorizationRefusal(request) ?? undefined);
