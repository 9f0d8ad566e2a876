import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { Logger } from 'pino';
import { z } from 'zod';
import { observe } from '../telemetry/requests.ts';
import { Problem } from './problem.ts';
import { loggedProblem, sendProblem } from './problem.filter.ts';
import { idsOf, requestId, SERIALIZERS } from './request-log.ts';
import { statusOf } from './serve.ts';

/** Maximum bytes of a discarded body. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
/** Maximum milliseconds for discarding a body. */
const DISCARD_TIMEOUT = 5_000;

/** A request to a direct endpoint, whose body is unread. */
export type DirectCall = {
  request: IncomingMessage;
  response: ServerResponse;
  /** The decoded parameters of the path. */
  params: Readonly<Record<string, string>>;
  /** Fires if the caller disconnects before the whole response was sent. */
  gone: AbortSignal;
};

/** Authenticates the caller, reads the body and returns the response's body. */
type Handler = (call: DirectCall) => Promise<unknown>;
type Route = { endpoint: Endpoint; pattern: RegExp; handle: Handler };

/**
 * Endpoints that Node's HTTP server calls without Express and Nest, which would take more processor time than publishing an event. A
 * request to such an endpoint has an id, a log line, metrics and a span, as in Nest, but no guard, no body parser and no audit entry.
 */
@Injectable()
export class DirectEndpoints {
  private readonly routes: Route[] = [];

  serve(endpoint: Endpoint, handle: Handler): void {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i');
    this.routes.push({ endpoint, pattern, handle });
  }

  /** Handles the requests to these endpoints. Passes all other requests to the server's previous listeners. */
  attach(server: Server, logger: Logger<string>, isPublic: boolean): void {
    if (this.routes.length === 0) return;
    const log = logger.child({}, { serializers: SERIALIZERS });
    const others = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const [path = ''] = request.url?.split('?', 1) ?? [];
      for (const route of this.routes) {
        const match = request.method === route.endpoint.method ? route.pattern.exec(path) : null;
        if (match) return void answer(route, match.groups ?? {}, { request, response }, { log, isPublic });
      }
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    });
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

async function answer(
  { endpoint, handle }: Route,
  written: Readonly<Record<string, string>>,
  { request, response }: Exchange,
  { log, isPublic }: { log: Logger<string>; isPublic: boolean },
): Promise<void> {
  request.id = requestId(request.headers['x-request-id']);
  response.setHeader('x-request-id', request.id);
  response.setHeader('cache-control', 'no-store');
  const span = observe(request, response, { route: () => endpoint.path, isPublic });
  const began = performance.now();
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the caller has gone'));
    const responseTime = Math.round(performance.now() - began);
    const fields = { ...idsOf(span), req: request, res: response, responseTime };
    if (response.statusCode >= 500) log.error(fields, 'request errored');
    else log.info(fields, response.writableFinished ? 'request completed' : 'request aborted');
  });
  const run = async (): Promise<void> => {
    try {
      const result = await handle({ request, response, params: decoded(written), gone: gone.signal });
      const body = JSON.stringify(z.parse(endpoint.response, result));
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
      response.writeHead(statusOf(endpoint), headers).end(body);
    } catch (error) {
      if (!response.destroyed) sendProblem(request, response, loggedProblem(log.child({ req: request }), error));
    } finally {
      discard(request);
    }
  };
  await (span ? span.run(run) : run());
}

/** @throws Problem `malformed_request` if a parameter is not percent-encoded text. */
function decoded(written: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch (error) {
    throw new Problem('malformed_request', 'The request could not be read', [], { cause: error });
  }
}

/**
 * Reads and discards the rest of a request's body, because a caller who is still sending would not see the response. Closes the connection
 * if the body exceeds the limits.
 */
function discard(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, DISCARD_TIMEOUT).unref();
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_DISCARDED_BYTES) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
