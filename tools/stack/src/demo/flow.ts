import type { Severity } from '@portico/contracts/events/integration-event';
import type { RunValues } from './run-values.ts';

type Failure = {
  code: string;
  message: (values: RunValues) => string;
  severity?: Severity;
  retryable?: boolean;
};

/** One event of a flow: its message on success and on failure. A failure ends the flow. */
export type Step = {
  event: string;
  message: (values: RunValues) => string;
  severity?: Severity;
  failure: Failure;
};

/** Steps that an integration repeats. The events of one run share a trace. */
export type Flow = readonly [Step, ...Step[]];

/** A kind of integration: `type` is its events' `source_type`. */
export type Kind = { type: string; flows: readonly [Flow, ...Flow[]] };
