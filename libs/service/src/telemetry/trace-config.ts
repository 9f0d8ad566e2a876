import { z } from 'zod';
import { secret } from '../secret.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Trace export, with the standard variables of OpenTelemetry. */
export const TraceConfig = z.object({
  /** URL of the collector that receives traces by OTLP over HTTP with JSON; `/v1/traces` is appended. Default: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Headers for the collector: `name=value` pairs separated by commas, values percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: secret(z.string().optional()),
  /** Selects the sampled traces. `parentbased_…`: the decision of the calling span applies. */
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  /** Share of traces that a `…traceidratio` sampler keeps, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type TraceConfig = z.infer<typeof TraceConfig>;
