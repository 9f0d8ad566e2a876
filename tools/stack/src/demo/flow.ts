import type { Severity } from '@portico/contracts/events/integration-event';
import type { Facts } from './run-values.ts';

/** How a step can fail, as the other system puts it. */
export type Failure = { code: string; message: (facts: Facts) => string; severity?: Severity; retryable?: boolean };

/** One event of a flow: what is said when it succeeds, and when it fails. A failure ends the flow. */
export type Step = {
  event: string;
  message: (facts: Facts) => string;
  severity?: Severity;
  failure: Failure;
};

/** What an integration does again and again; the events of one run share a trace. */
export type Flow = readonly [Step, ...Step[]];

/** A kind of integration: `type` is its events' `source_type`. */
export type Kind = { type: string; flows: readonly [Flow, ...Flow[]] };
