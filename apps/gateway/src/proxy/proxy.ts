import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Inject, Injectable, Logger, type NestMiddleware, type OnApplicationShutdown } from '@nestjs/common';
import { CLIENT_ADDRESS, CONFIG, IDLE_CONNECTION, Problem, startSpan } from '@portico/service';
import type { NextFunction, Request, Response } from 'express';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import type { GatewayConfig } from '../config.ts';
import { Forwarding } from '../limits/forwarding.ts';
import { addressOf, serviceOf } from './routes.ts';
import { isUserExport } from './user-export.controller.ts';

const RESPONSE_TIMEOUT_MS = 30_000;

const pathOf = (url: string | undefined): string => (url ?? '/').split('?')[0] ?? '/';
const requestIdOf = (request: IncomingMessage): string | undefined =>
  'id' in request && typeof request.id === 'string' ? request.id : undefined;

/** Forwards requests and sockets to the service of their path, without reading bodies. */
@Injectable()
export class Proxy implements NestMiddleware, OnApplicationShutdown {
  private readonly logger = new Logger(Proxy.name);
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION.caller });
  private readonly passOn: RequestHandler;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly forwarding: Forwarding,
  ) {
    this.passOn = createProxyMiddleware({
      router: (request) => this.target(request),
      agent: this.agent,
      xfwd: true,
      proxyTimeout: RESPONSE_TIMEOUT_MS,
      on: {
        error: (error, request, response) => this.answerFailure(error, request, response),
        // The header describes the gateway's connection to the service, not the caller's connection.
        proxyRes: ({ headers }) => void delete headers.connection,
      },
    });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const path = pathOf(request.originalUrl);
    const id = requestIdOf(request);
    if (id !== undefined) request.headers['x-request-id'] = id;
    request.headers[CLIENT_ADDRESS] = this.forwarding.addressOf(request); // overwrites the caller's value
    if (serviceOf(path) === null || isUserExport(path)) {
      next();
      return;
    }
    request.url = request.originalUrl; // Nest mounts middleware on a wildcard, which removes the path.
    this.trace(request, response);
    void this.passOn(request, response, next);
  }

  /** Forwards the upgrade of a live socket. The caller must have checked the path and the rate limit. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    request.headers[CLIENT_ADDRESS] = this.forwarding.addressOf(request);
    this.passOn.upgrade(request, socket, head);
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  /** Records a span for the call to the service. This span becomes the parent of the service's span. */
  private trace(request: Request, response: Response): void {
    const attributes = { 'http.request.method': request.method, 'server.address': new URL(this.target(request)).host };
    const span = startSpan(request.method, { kind: 'client', attributes });
    if (span === null) return;
    request.headers['traceparent'] = span.traceparent;
    delete request.headers['tracestate'];
    response.once('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) span.fail(new Error(`status ${response.statusCode}`));
      span.end();
    });
  }

  private target(request: IncomingMessage): string {
    const service = serviceOf(pathOf(request.url));
    if (service === null) throw Problem.notFound('The page');
    return addressOf(this.config, service);
  }

  /** Handles a failed call to the service: responds with 503, or drops the caller's connection if the response has already begun. */
  private answerFailure(error: Error, request: IncomingMessage, response: ServerResponse | Socket): void {
    this.logger.warn(
      { method: request.method, path: pathOf(request.url), error: error.message },
      'forwarding a request to a service failed',
    );
    if (response instanceof Socket) {
      response.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const problem = Problem.unavailable('This part of the product', error);
    response.writeHead(problem.status, { 'content-type': 'application/problem+json', 'retry-after': '1' });
    response.end(JSON.stringify({ ...problem.toDetails(requestIdOf(request)), instance: pathOf(request.url) }));
  }
}
