/*
 * The front of tracing. It knows no package: what traces is loaded only when it is turned on (otel.ts), and where it is off
 * every call here ends at one comparison.
 */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type Attributes = Record<string, string | number | boolean | string[]>;
/** Another span by its W3C `traceparent`. */
export type Link = { traceparent: string; attributes?: Attributes };
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** A W3C `traceparent`, or null for a new trace. The active span without it; one that cannot be read counts as none. */
  parent?: string | null;
  links?: readonly Link[];
};
/** As log lines name them. */
export type SpanIds = { trace_id: string; span_id: string };

export type OpenSpan = SpanIds & {
  /** W3C. */
  traceparent: string;
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  fail: (error: unknown) => void;
  end: () => void;
  /** Runs work of which this is the active span. */
  run: <T>(work: () => T) => T;
};

export type Tracing = {
  start: (name: string, options: SpanOptions) => OpenSpan;
  /** The span that is active where this is called. */
  active: () => (SpanIds & { traceparent: string }) | null;
  /** Sends what is left. */
  stop: () => Promise<void>;
};

let tracing: Tracing | null = null;

/** From now on spans are made by this; null: by nothing. */
export const traceWith = (one: Tracing | null): void => {
  tracing = one;
};

/** For work that is only worth doing when spans are made. */
export const isTracing = (): boolean => tracing !== null;

export const activeSpan = (): (SpanIds & { traceparent: string }) | null => tracing?.active() ?? null;

/** A span that its caller ends; null where tracing is off. */
export const startSpan = (name: string, options: SpanOptions = {}): OpenSpan | null =>
  tracing?.start(name, options) ?? null;

/** Work as one span, which ends and fails with it. */
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

/** The same, where it is part of something: without an active span there is none. */
export const inChildSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  activeSpan() === null ? work() : inSpan(name, options, work);

/** Sends what is left, and makes no more spans. */
export async function stopTracing(): Promise<void> {
  const last = tracing;
  tracing = null;
  await last?.stop();
}
