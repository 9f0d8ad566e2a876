import { MAX_INGEST_EVENTS } from '@portico/contracts/http/ingest';
import { Problem } from '@portico/service';

/** One value of a request: its text and parsed JSON, or bytes that are not JSON or too long to parse. */
export type Value = { text: string; json: unknown } | { bytes: Buffer };

export const tooManyEvents = (): Problem =>
  new Problem('payload_too_large', `A request has at most ${MAX_INGEST_EVENTS} events`);
