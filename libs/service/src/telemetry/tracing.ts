/* The facade of tracing, without dependencies. The implementation (otel.ts) is loaded only if tracing is on. Without tracing, every
   call here costs one comparison. */
type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
type Attributes = Record<string, string | number | boolean | string[]>;
/** A link to another span by its W3C `traceparent`. */
export type Link = { traceparent: string; attributes?: Attributes };
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** A W3C `traceparent`, or null for a new trace. An invalid value also starts a new trace. Default: the active span. */
  parent?: string | null;
  links?: readonly Link[];
};
/** Ids of a span. The field names are the same as in log lines. */
export type SpanIds = { trace_id: string; span_id: string };

export type OpenSpan = SpanIds & {
  traceparent: string;
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  fail: (error: unknown) => void;
  end: () => void;
  /** Runs `work` with this span as the active span. */
  run: <T>(work: () => T) => T;
};

export type Tracing = {
  start: (name: string, options: SpanOptions) => OpenSpan;
  active: () => (SpanIds & { traceparent: string }) | null;
  stop: () => Promise<void>;
};

let tracing: Tracing | null = null;

/** @param implementation - null turns tracing off. */
export const traceWith = (implementation: Tracing | null): void => {
  tracing = implementation;
};

/** Whether tracing is on, to skip work that only traces need. */
export const isTracing = (): boolean => tracing !== null;

export const activeSpan = (): (SpanIds & { traceparent: string }) | null => tracing?.active() ?? null;

/** Starts a span that the caller ends; null if tracing is off. */
export const startSpan = (name: string, options: SpanOptions = {}): OpenSpan | null =>
  tracing?.start(name, options) ?? null;

/** Runs `work` in a span. The span ends with the work and fails if the work fails. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  if (span === null) return work(null);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs `work` in a child span, or without a span if none is active. */
export const inChildSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  activeSpan() === null ? work() : inSpan(name, options, work);

/** Flushes the remaining spans and turns tracing off. */
export async function stopTracing(): Promise<void> {
  const last = tracing;
  tracing = null;
  await last?.stop();
}
