import { z } from 'zod/mini';
import { Count } from '../common/ids.ts';
import { MAX_EVENT_BYTES, Rejection } from '../events/integration-event.ts';
import { endpoint, EVENTS_ARE_THE_RECORD, TRIES_ONLY } from './endpoint.ts';

/** Maximum events per request. */
export const MAX_INGEST_EVENTS = 500;
/** Maximum bytes of a request's body, as sent. */
export const MAX_INGEST_BYTES = 1024 * 1024;
/** Maximum bytes of a request's body after decompression. */
export const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

/** Media types of a request to publish. */
export const INGEST_MEDIA = [
  'application/json',
  'application/x-ndjson',
  'application/cloudevents+json',
  'application/cloudevents-batch+json',
] as const;

/** One rejected event. `index`: the event's place in the request. `id`: the event's id; null if unreadable. */
export const RejectedOfBatch = z.extend(Rejection, { index: Count, id: z.nullable(z.string()) });
export type RejectedOfBatch = z.infer<typeof RejectedOfBatch>;

/** The result of a request, sent after all events of the request are stored in Kafka. */
export const Ingested = z.object({ accepted: Count, rejected: z.array(RejectedOfBatch) });
export type Ingested = z.infer<typeof Ingested>;

export const ingestEvents = endpoint({
  method: 'POST',
  path: '/ingest/events',
  audit: EVENTS_ARE_THE_RECORD,
  accepted: true,
  summary: `Publish events with a key of an integration: one event of at most ${MAX_EVENT_BYTES} bytes, an array, NDJSON or CloudEvents, optionally compressed with gzip`,
  body: z.unknown(),
  response: Ingested,
});
export const checkEvents = endpoint({
  method: 'POST',
  path: '/ingest/check',
  audit: TRIES_ONLY,
  summary:
    'Validate events without publishing them, with a key of either kind; returns the result that publishing would have; only the bytes count towards the quota',
  body: z.unknown(),
  response: Ingested,
});
