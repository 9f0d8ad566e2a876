import { randomUUID } from 'node:crypto';
import type { Options } from 'pino-http';
import type { ServiceConfig } from '../config.ts';
import { isOfMonitoring, spanOf, withoutHookId } from '../telemetry/requests.ts';
import { activeSpan, type SpanIds } from '../telemetry/tracing.ts';

/** Injection token of how requests are logged. */
export const REQUEST_LOG = Symbol('request log');

/**
 * Query parameters that a log line shows. No other does: a pass lets its reader in, and a search text may hold names.
 */
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

/** A known parameter's value is shown when it is plain: in another a second parameter may stand that was spelled wrong. */
const PLAIN = /^[\w.,:+ -]{0,64}$/;

/** The path and the known parameters by their decoded names, so that no other spelling of a name gets through. */
export const loggedUrl = (url: string): string => {
  const [written = '', ...query] = url.split('?');
  const path = withoutHookId(written);
  const known = [...new URLSearchParams(query.join('?'))].filter(
    ([name, value]) => LOGGED.has(name) && PLAIN.test(value),
  );
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known).toString()}`;
};

/** A request id that came from outside is kept when it is harmless, so that one request can be followed through all logs. */
const requestId = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();

const idsOf = (span: SpanIds | null | undefined): Partial<SpanIds> =>
  span ? { trace_id: span.trace_id, span_id: span.span_id } : {};

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
  // The span that is active where a line is written; that of its request once the response is out.
  mixin: () => idsOf(activeSpan()),
  customProps: (request, response) => (response.writableEnded && !activeSpan() ? idsOf(spanOf(request)) : {}),
  customLogLevel: (_, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
  serializers: {
    req: (request: { id: string; method: string; url: string }) => ({
      id: request.id,
      method: request.method,
      url: loggedUrl(request.url),
    }),
    res: (response: { statusCode: number }) => ({ status: response.statusCode }),
  },
});
