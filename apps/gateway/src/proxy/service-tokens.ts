import type { IncomingMessage } from 'node:http';
import { tokenOfProtocols } from '@portico/contracts/live-protocols';
import { bearerToken, isServiceToken, Problem } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';

/** The problem of a request with a service token, or null. Services call each other directly, not through the gateway. */
export const serviceTokenRefusal = ({ headers }: IncomingMessage): Problem | null =>
  [bearerToken(headers.authorization), tokenOfProtocols(headers['sec-websocket-protocol'])].some(
    (token) => token !== null && isServiceToken(token),
  )
    ? Problem.unauthenticated('Services do not call each other through the gateway.')
    : null;

/** Middleware that rejects requests with a service token, on every path. */
export const rejectServiceTokens = (request: Request, _response: Response, next: NextFunction): void =>
  next(serviceTokenRefusal(request) ?? undefined);
