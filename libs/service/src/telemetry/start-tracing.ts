import { isTracing, traceWith } from './tracing.ts';
import type { TraceConfig } from './trace-config.ts';

/** Starts tracing if a collector is configured. Loads the packages for tracing only in this case, because they need memory. */
export async function startTracing(service: string, config: Partial<TraceConfig>): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url } = config;
  if (url === undefined || isTracing()) return;
  const { openTelemetry } = await import('./otel.ts');
  traceWith(
    openTelemetry(service, url, {
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      ...config,
    }),
  );
}
