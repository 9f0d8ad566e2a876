import { Histogram } from 'prom-client';

/** Upper bounds of histogram buckets in seconds, as OpenTelemetry recommends for each kind of duration. */
const BUCKETS = {
  request: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  operation: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
};

/** Creates a histogram of durations in seconds. Labels must come from a small fixed set, never from callers' input. */
export const durations = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: keyof typeof BUCKETS = 'operation',
): Histogram<Label> => new Histogram({ name, help, labelNames: [...labelNames], buckets: BUCKETS[buckets] });

/** Returns the seconds since `began`, a value of `performance.now()`. */
export const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

/** Returns the `error_type` label of a failure: the name of the error's class. */
export const errorType = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
