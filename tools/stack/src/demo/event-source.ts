import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { between, runValues, hex, pick, type RunValues, type Random } from './run-values.ts';
import type { Flow, Kind, Step } from './flow.ts';

export type Source = { sourceId: number; organizationId: number; kind: Kind };

/** A run of a flow that has not ended. `left` contains the remaining steps. */
type Run = { source: Source; traceId: string; values: RunValues; left: Flow };

export const FAILURE_RATE = 0.1;
/** The share of a source's events that fail at a moment, from 0 to 1. */
export type FailureRate = (source: Source, at: Date) => number;
const RUNS = 6;

const startRun = (random: Random, source: Source): Run => ({
  source,
  traceId: hex(random, 32),
  values: runValues(random),
  left: pick(random, source.kind.flows),
});

const outcomeOf = ({ event, message, severity = 'INFO', failure }: Step, values: RunValues, failed: boolean) => {
  const detail = { reference: values.reference, amount: { cents: values.cents, currency: 'USD' } };
  const duration = { duration_ms: values.milliseconds };
  if (!failed) {
    return {
      event_name: event,
      result: 'SUCCESS' as const,
      severity_text: severity,
      details: { message: message(values), ...detail, ...duration },
    };
  }
  const { code, retryable = false } = failure;
  return {
    event_name: event,
    result: 'FAILURE' as const,
    severity_text: failure.severity ?? ('ERROR' as const),
    details: { message: failure.message(values), ...detail, ...duration, error: { code, retryable } },
  };
};

/** Returns the next event of a run and the remaining run, or undefined if it has failed or ended. */
const advance = (
  random: Random,
  run: Run,
  at: Date,
  failureRate: FailureRate = () => FAILURE_RATE,
): { event: IntegrationEvent; next: Run | undefined } => {
  const [step, following, ...rest] = run.left;
  const failed = random() < failureRate(run.source, at);
  const event: IntegrationEvent = {
    id: `demo-${hex(random, 24)}`,
    source_id: run.source.sourceId,
    organization_id: run.source.organizationId,
    source_type: run.source.kind.type,
    timestamp: at.toISOString(),
    trace_id: run.traceId,
    ...outcomeOf(step, run.values, failed),
  };
  if (failed || !following) return { event, next: undefined };
  return { event, next: { ...run, left: [following, ...rest] } };
};

/**
 * Creates events one at a time, as integrations send them: the runs of several integrations are mixed, and each run has one trace.
 * @returns a function that creates one event for a given time and the sources that exist at that time.
 */
export const createEventSource = (random: Random, failureRate?: FailureRate) => {
  let runs: Run[] = [];
  return (sources: readonly [Source, ...Source[]], at: Date): IntegrationEvent => {
    runs = runs.filter(({ source }) => sources.some(({ sourceId }) => sourceId === source.sourceId));
    const slot = between(random, 0, RUNS - 1);
    const run = runs[slot] ?? startRun(random, pick(random, sources));
    const { event, next } = advance(random, run, at, failureRate);
    runs = [...runs.filter((other) => other !== run), ...(next ? [next] : [])];
    return event;
  };
};

/** Creates events of complete runs in the `hours` before `until`: about `count` events, ordered by time. */
export const pastEvents = (
  random: Random,
  sources: readonly [Source, ...Source[]],
  { until, hours, count }: { until: Date; hours: number; count: number },
): IntegrationEvent[] => {
  const events: IntegrationEvent[] = [];
  while (events.length < count) {
    let at = until.getTime() - random() * hours * 3_600_000;
    let run: Run | undefined = startRun(random, pick(random, sources));
    while (run && at < until.getTime()) {
      const { event, next } = advance(random, run, new Date(at));
      events.push(event);
      run = next;
      at += between(random, 400, 90_000);
    }
  }
  return events.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
};
