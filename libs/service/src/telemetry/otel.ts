import { randomUUID } from 'node:crypto';
import { context, type Context, type Span, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from './build-info.ts';
import type { TraceConfig } from './trace-config.ts';
import type { OpenSpan, SpanIds, SpanOptions, Tracing } from './tracing.ts';

/** Milliseconds for which spans are batched, and the timeout for sending a batch. */
const BATCH_MS = 1_000;
const TIMEOUT_MS = 2_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceConfig): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const headersOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter((pair) => pair.includes('='))
      .map((pair): [string, string] => [
        pair.slice(0, pair.indexOf('=')).trim(),
        decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim()),
      ]),
  );

const idsOf = (span: Span): SpanIds & { traceparent: string } => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags & TraceFlags.SAMPLED ? '01' : '00';
  return { trace_id: traceId, span_id: spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

/** Returns the context of a span's parent: the active span, a remote span, or no parent. */
function parentOf(parent: SpanOptions['parent']): Context {
  const active = context.active();
  if (parent === undefined) return active;
  const remote = parent === null ? null : parseTraceParent(parent);
  return remote ? trace.setSpanContext(active, { ...remote, isRemote: true }) : trace.deleteSpan(active);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

const opened = (span: Span, inside: Context): OpenSpan => ({
  ...idsOf(span),
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (error) => {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
    span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error) });
  },
  end: () => span.end(),
  run: (work) => context.with(inside, work),
});

/** Sends the spans of one process to a collector in batches. */
export function openTelemetry(service: string, url: string, config: TraceConfig): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': service,
        'service.namespace': 'portico',
        'service.version': VERSION,
        'service.instance.id': randomUUID(),
      }),
    ),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: BATCH_MS, exportTimeoutMillis: TIMEOUT_MS }),
    ],
  });
  const tracer = provider.getTracer('portico');
  return {
    start: (name, { kind = 'internal', attributes = {}, parent, links = [] }) => {
      const within = parentOf(parent);
      const found = links.flatMap(({ traceparent, attributes: about = {} }) => {
        const remote = parseTraceParent(traceparent);
        return remote ? [{ context: { ...remote, isRemote: true }, attributes: about }] : [];
      });
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links: found }, within);
      return opened(span, trace.setSpan(within, span));
    },
    active: () => {
      const span = trace.getSpan(context.active());
      return span ? idsOf(span) : null;
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}
