import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { durations, secondsSince } from './durations.ts';
import { isTracing, type OpenSpan, type SpanOptions, startSpan } from './tracing.ts';

const requests = durations(
  'http_server_request_duration_seconds',
  'Requests that were answered, by route',
  ['http_request_method', 'http_route', 'http_response_status_code'],
  'request',
);

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Whether a request is a probe or a scrape. These requests are frequent and are neither logged nor measured. */
export const isOfMonitoring = ({ url = '' }: IncomingMessage): boolean =>
  url === '/metrics' || url.startsWith('/health/');

/** Returns the route of a request, such as `/users/{id}`, or '' without a route. */
export type RouteOf = (request: Request) => string;

/** Shortens the id in the path of a webhook, because the id is a credential. */
export const withoutHookId = (path: string): string => path.replace(/^(\/ingest\/hooks\/.{4}).*/i, '$1…');

/** Returns the path of the handler that answered, with parameters in braces as in the contracts. */
export const routeOfHandler: RouteOf = ({ route }) => {
  const path: unknown = typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  return typeof path === 'string' ? path.replaceAll(/:(\w+)/g, '{$1}') : '';
};

const spans = new WeakMap<IncomingMessage, OpenSpan>();
export const spanOf = (request: IncomingMessage): OpenSpan | undefined => spans.get(request);

/** Returns '' if the caller disconnected before the response began. */
const statusOf = (response: ServerResponse): string => (response.headersSent ? String(response.statusCode) : '');

/**
 * Measures and traces a request until its connection or response closes. On a public port, where trace headers are not trusted, the
 * request starts a new trace with a link to the caller's trace. On any other port, it joins the caller's trace.
 * @returns the request's span; null without tracing.
 */
export function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { route: routeNow, isPublic }: { route: () => string; isPublic: boolean },
): OpenSpan | null {
  const method = request.method !== undefined && METHODS.has(request.method) ? request.method : '_OTHER';
  const began = performance.now();
  const span = isTracing() ? startSpan(method, spanOptions(request, method, isPublic)) : null;
  if (span) spans.set(request, span);
  response.once('close', () => {
    const [route, status] = [routeNow(), statusOf(response)];
    requests.observe(
      { http_request_method: method, http_route: route, http_response_status_code: status },
      secondsSince(began),
    );
    if (span === null) return;
    if (route !== '') span.rename(`${method} ${route}`);
    span.set({
      ...(route !== '' && { 'http.route': route }),
      ...(status !== '' && { 'http.response.status_code': response.statusCode }),
      ...(typeof request.id === 'string' && { 'portico.request_id': request.id }),
    });
    if (response.statusCode >= 500) span.fail(new Error(`status ${response.statusCode}`));
    span.end();
  });
  return span;
}

function spanOptions({ url = '', headers }: IncomingMessage, method: string, isPublic: boolean): SpanOptions {
  const header = headers['traceparent'];
  const caller = typeof header === 'string' ? header : null;
  return {
    kind: 'server',
    attributes: { 'http.request.method': method, 'url.path': withoutHookId(url.split('?')[0] ?? '/') },
    parent: isPublic ? null : caller,
    links: isPublic && caller !== null ? [{ traceparent: caller }] : [],
  };
}

/** Observes every request of an Express application, except for probes and scrapes. */
export const observeRequests =
  (routeOf: RouteOf, isPublic: boolean) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (isOfMonitoring(request)) return next();
    const span = observe(request, response, { route: () => routeOf(request), isPublic });
    if (span === null) return next();
    span.run(next);
  };
