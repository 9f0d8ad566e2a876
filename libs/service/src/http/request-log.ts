import { randomUUID } from 'node:crypto';
import type { Options } from 'pino-http';
import type { ServiceConfig } from '../config.ts';
import { isOfMonitoring, spanOf, withoutHookId } from '../telemetry/requests.ts';
import { activeSpan, type SpanIds } from '../telemetry/tracing.ts';

/** Injection token of the request logger. */
export const REQUEST_LOG = Symbol('request log');

/** Logged query parameters. All others are omitted, because a pass grants access and a search text may contain names. */
const LOGGED: ReadonlySet<string> = new Set([
  'limit',
  'offset',
  'status',
  'integration',
  'severity',
  'type',
  'event',
  'trace',
  'from',
  'to',
  'organizations',
  'buckets',
  'format',
  'code',
]);

/** Values of parameters that are logged. Other values are omitted, because they may contain a secret after a misspelled `&`. */
const PLAIN = /^[\w.,:+ -]{0,64}$/;

/** Returns the path with the known parameters. Compares decoded names, so that an encoded name cannot bypass the filter. */
export const loggedUrl = (url: string): string => {
  const [written = '', ...query] = url.split('?');
  const path = withoutHookId(written);
  if (query.length === 0) return path;
  const known = [...new URLSearchParams(query.join('?'))].filter(
    ([name, value]) => LOGGED.has(name) && PLAIN.test(value),
  );
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known).toString()}`;
};

/** Returns the caller's request id if it is harmless, so that all logs contain the same id. Otherwise generates an id. */
export const requestId = (header: string | string[] | undefined): string =>
  typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();

/** Returns the log fields of a span. */
export const idsOf = (span: SpanIds | null | undefined): Partial<SpanIds> =>
  span ? { trace_id: span.trace_id, span_id: span.span_id } : {};

/** Select the logged fields of requests and responses. */
export const SERIALIZERS = {
  req: ({ id, method, url = '' }: { id?: unknown; method?: string | undefined; url?: string | undefined }) => ({
    id,
    method,
    url: loggedUrl(url),
  }),
  res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
};

export const requestLogOptions = (name: string, config: ServiceConfig): Options => ({
  name,
  level: config.LOG_LEVEL,
  genReqId: (request, response) => {
    const id = requestId(request.headers['x-request-id']);
    response.setHeader('x-request-id', id);
    return id;
  },
  autoLogging: {
    ignore: isOfMonitoring,
  },
  // Adds the ids of the active span. Without an active span, `customProps` adds the request's span after the response.
  mixin: () => idsOf(activeSpan()),
  customProps: (request, response) => (response.writableEnded && !activeSpan() ? idsOf(spanOf(request)) : {}),
  customLogLevel: (_, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
  serializers: SERIALIZERS,
});
