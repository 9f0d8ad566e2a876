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
import { DirectEndpoints } from './http/direct-endpoints.ts';
import { REQUEST_LOG } from './http/request-log.ts';
import { showBuild } from './telemetry/build-info.ts';
import { observeRequests, type RouteOf, routeOfHandler } from './telemetry/requests.ts';
import { startTracing } from './telemetry/start-tracing.ts';
import { stopTracing } from './telemetry/tracing.ts';

/** Maximum size of a request body in the JSON API. A larger body is rejected. */
const BODY_LIMIT = '256kb';
/**
 * Milliseconds until the caller or the server closes an idle connection. The caller closes first, because the server could otherwise
 * close while a request is on its way. Behind a load balancer, a process drains for at least 5 seconds, so callers close their idle
 * connections before the port closes.
 */
export const IDLE_CONNECTION = { caller: 4_000, server: 72_000 } as const;
/**
 * Timeouts in milliseconds for receiving a request's headers and the whole request, and the interval of the check. After a timeout the
 * server answers 408 and closes the connection. This happens before the gateway's own timeout of 30 seconds for a response.
 */
const ARRIVAL = { headersTimeout: 20_000, requestTimeout: 25_000, connectionsCheckingInterval: 2_000 } as const;
/** Milliseconds in which the application must close after the last response; then the process exits. */
const SHUTDOWN_DEADLINE = 3_000;

export type StartOptions = {
  /** Runs before the port opens, to add adapters or microservices. */
  prepare?: (app: NestExpressApplication) => Promise<void> | void;
  /** Whether to parse JSON bodies. False for the gateway, which forwards bodies unread. */
  bodyParser?: boolean;
  /** Paths whose handlers receive the raw body as a Buffer, such as signed webhooks. */
  rawBodyPaths?: readonly string[];
  /** The route label of metrics. Default: the path of the handler. */
  routeOf?: RouteOf;
};

const JSON_TYPE = /^application\/json *(;|$)/i;
const isJson = ({ headers }: IncomingMessage): boolean => JSON_TYPE.test(headers['content-type'] ?? '');

/** Disables caching by default, because responses contain personal data. Handlers of cacheable responses set their own header. */
const keepOutOfCaches = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/**
 * Rejects writes to paths with a trailing slash. A client that resolves `..` turns `DELETE /integrations/5/schemas/..` into
 * `DELETE /integrations/5/`, for which the router would delete the integration.
 */
const refuseFolderWrites = ({ method, path }: Request, _response: Response, next: NextFunction): void => {
  const isWrite = method === 'DELETE' || method === 'PUT' || method === 'PATCH';
  next(isWrite && path.endsWith('/') ? new NotFoundException() : undefined);
};

/**
 * Whether a request asks for a WebSocket. All other upgrades are ignored and the requests are served normally: Java's HTTP client
 * offers an upgrade to HTTP/2 with its first request.
 */
const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/** Starts a service's HTTP server. With port 0 the system chooses a port (see `app.getUrl()`). Tests call this function directly. */
export async function startService(
  module: DynamicModule,
  config: Pick<ServiceConfig, 'HOST' | 'PORT'>,
  { prepare, bodyParser = true, rawBodyPaths = [], routeOf = routeOfHandler }: StartOptions = {},
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
  // Runs before body parsing, so that a request with a rejected body also has an id and a log line.
  const { logger } = await app.resolve(PinoLogger);
  const requestLog = app.get<Options>(REQUEST_LOG);
  const name = requestLog.name ?? 'portico';
  showBuild(name);
  await startTracing(name, app.get<ServiceConfig>(CONFIG));
  const isPublic = app.get<boolean>(IS_PUBLIC);
  app.get(DirectEndpoints).attach(app.getHttpServer(), logger, isPublic);
  app.use(observeRequests(routeOf, isPublic), pinoHttp({ ...requestLog, logger }), keepOutOfCaches);
  app.use(refuseFolderWrites);
  const isRaw = ({ url = '' }: IncomingMessage): boolean => rawBodyPaths.includes(url.split('?')[0] ?? '');
  if (rawBodyPaths.length > 0) app.useBodyParser('raw', { limit: BODY_LIMIT, type: isRaw });
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
 * Runs a service until SIGTERM or SIGINT: start, serve, drain, finish, close. A failed start prints its reason and exits with 1. An
 * unhandled rejection is a defect: the process logs it and exits, and its supervisor restarts it.
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
    logger.log({ reason, seconds: config.DRAIN_SECONDS }, 'draining requests before shutdown');
    const cutOff = await drain(app.get(Draining), requests, config.DRAIN_SECONDS * 1_000);
    if (cutOff > 0) logger.warn({ requests: cutOff }, 'shutdown deadline reached, open requests were cut off');
    end(reason, 0);
  };
  process.on('SIGTERM', () => void endInOrder('SIGTERM'));
  process.on('SIGINT', () => void endInOrder('SIGINT'));
  process.on('unhandledRejection', (error) => {
    logger.fatal(error);
    end('unhandled rejection', 1);
  });
}
