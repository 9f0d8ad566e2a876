import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { type DynamicModule, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Logger, PinoLogger } from 'nestjs-pino';
import { type Options, pinoHttp } from 'pino-http';
import { CONFIG, type ServiceConfig } from './config.ts';
import { drain } from './ending/drain.ts';
import { Draining } from './ending/draining.ts';
import { OpenRequests } from './ending/open-requests.ts';
import { IS_PUBLIC } from './health/health.controller.ts';
import { REQUEST_LOG } from './http/request-log.ts';
import { showBuild } from './telemetry/build-info.ts';
import { observeRequests, type RouteOf, routeOfHandler } from './telemetry/requests.ts';
import { startTracing } from './telemetry/start-tracing.ts';
import { stopTracing } from './telemetry/tracing.ts';

/** Largest request body of the JSON API. */
const BODY_LIMIT = '256kb';
/**
 * Milliseconds for which a connection without a request stays open, by who asks and by who answers. Who asks gives it up first:
 * the other way around a request may be sent in the moment in which it is closed, and is lost. And sooner than a process takes
 * to drain (`DRAIN_SECONDS`), so that none of them is open any more when that process closes.
 */
export const IDLE_CONNECTION = { caller: 4_000, server: 72_000 } as const;
/**
 * Milliseconds in which a request's head and the whole of it should be there, and between two looks at that: a half-sent one is
 * answered 408 and loses its connection, below the gateway's deadline for an answer. The largest body has 1 MiB.
 */
const ARRIVAL = { headersTimeout: 20_000, requestTimeout: 25_000, connectionsCheckingInterval: 2_000 } as const;
/** Milliseconds after the last answer until the process is ended by force. */
const SHUTDOWN_DEADLINE = 3_000;

export type StartOptions = {
  /** Runs before the port is opened: further adapters, microservices. */
  prepare?: (app: NestExpressApplication) => Promise<void> | void;
  /** The gateway passes bodies on unread. */
  bodyParser?: boolean;
  /** Paths whose handlers get the raw body as a Buffer: signed webhooks, and events to validate. */
  rawBodyPaths?: readonly string[];
  /** Paths whose handlers read the body themselves, as contracts write them. */
  unreadBodyPaths?: readonly string[];
  /** The route by which a request is measured; that of its handler by default. */
  routeOf?: RouteOf;
};

const JSON_TYPE = /^application\/json *(;|$)/i;

/** As the router takes it: in any case of letters, with a slash at its end or without. */
const plainPath = ({ url = '' }: IncomingMessage): string =>
  (url.split('?')[0] ?? '').toLowerCase().replace(/\/+$/, '');

/** Responses hold personal data and are not cached. A handler whose response may be cached sets its own header. */
const keepOutOfCaches = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/**
 * A URL parser that resolves `..` turns `DELETE /integrations/5/schemas/..` into `DELETE /integrations/5/`, which the router
 * would take for the integration.
 */
const refuseFolderWrites = ({ method, path }: Request, _response: Response, next: NextFunction): void => {
  const isWrite = method === 'DELETE' || method === 'PUT' || method === 'PATCH';
  next(isWrite && path.endsWith('/') ? new NotFoundException() : undefined);
};

/** Java's client offers HTTP/2 over plain HTTP with its first request: what is no WebSocket is answered as if it had not. */
const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/** Starts a service's HTTP server; with port 0 the system chooses one (`app.getUrl()`). Tests use it as it is. */
export async function startService(
  module: DynamicModule,
  config: Pick<ServiceConfig, 'HOST' | 'PORT'>,
  { prepare, bodyParser = true, rawBodyPaths = [], unreadBodyPaths = [], routeOf = routeOfHandler }: StartOptions = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
    routeResolutionStrategy: 'specificity',
  });
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  // Before bodies are read: a request with a rejected body has an id and a log line like any other.
  const { logger } = await app.resolve(PinoLogger);
  const requestLog = app.get<Options>(REQUEST_LOG);
  const name = requestLog.name ?? 'portico';
  showBuild(name);
  await startTracing(name, app.get<ServiceConfig>(CONFIG));
  app.use(observeRequests(routeOf, app.get<boolean>(IS_PUBLIC)), pinoHttp({ ...requestLog, logger }), keepOutOfCaches);
  app.use(refuseFolderWrites);
  const isRaw = ({ url = '' }: IncomingMessage): boolean => rawBodyPaths.includes(url.split('?')[0] ?? '');
  if (rawBodyPaths.length > 0) app.useBodyParser('raw', { limit: BODY_LIMIT, type: isRaw });
  const unread = unreadBodyPaths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const isJson = (request: IncomingMessage): boolean =>
    !unread.some((path) => path.test(plainPath(request))) && JSON_TYPE.test(request.headers['content-type'] ?? '');
  if (bodyParser) app.useBodyParser('json', { limit: BODY_LIMIT, strict: false, type: isJson });
  await prepare?.(app);
  Object.assign(app.getHttpServer(), {
    ...ARRIVAL,
    keepAliveTimeout: IDLE_CONNECTION.server,
    shouldUpgradeCallback: isWebSocket,
  });
  await app.listen(config.PORT, config.HOST);
  return app;
}

/**
 * A service's whole life: start, serve, end on SIGTERM or SIGINT, which is not to be ready, drain, finish and close. A start that fails prints its reason and exits with 1.
 * An unhandled rejection is a defect: it is logged, and the process ends so that its supervisor restarts it.
 */
export async function bootstrap(
  module: DynamicModule,
  config: ServiceConfig,
  options: StartOptions = {},
): Promise<void> {
  const app = await startService(module, config, options).catch((error: unknown) => {
    process.stderr.write(`cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
  const logger = app.get(Logger);
  const requests = new OpenRequests(app.getHttpServer());
  logger.log(`listening on ${await app.getUrl()}`);

  let isEnding = false;
  const end = (reason: string, code: number): void => {
    if (isEnding) return;
    isEnding = true;
    logger.log({ reason }, 'shutting down');
    setTimeout(() => process.exit(code), SHUTDOWN_DEADLINE).unref();
    void app
      .close()
      .then(stopTracing)
      .then(
        () => process.exit(code),
        (error: unknown) => {
          logger.error(error);
          process.exit(1);
        },
      );
  };
  let isDraining = false;
  const endInOrder = async (reason: string): Promise<void> => {
    if (isDraining) return;
    isDraining = true;
    logger.log({ reason, seconds: config.DRAIN_SECONDS }, 'draining');
    const cutOff = await drain(app.get(Draining), requests, config.DRAIN_SECONDS * 1_000);
    if (cutOff > 0) logger.warn({ requests: cutOff }, 'requests were not answered in time');
    end(reason, 0);
  };
  process.on('SIGTERM', () => void endInOrder('SIGTERM'));
  process.on('SIGINT', () => void endInOrder('SIGINT'));
  process.on('unhandledRejection', (error) => {
    logger.fatal(error);
    end('unhandled rejection', 1);
  });
}
