import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';

/** One value of a request: its text and parsed JSON, or its bytes if the value is not JSON or too long for an event. */
export type Value = { text: string; json: unknown } | { bytes: Buffer };

export const tooManyEvents = (): Problem =>
  new Problem('payload_too_large', `A request has at most ${MAX_INGEST_EVENTS} events`);
