import {
  EARLIER_REJECTION_HEADERS,
  INTEGRATION_EVENTS_TOPIC,
  REJECTION_HEADERS,
} from '@portico/contracts/events/integration-event';
import type { KafkaMessage } from '@portico/kafka';
import { z } from 'zod';
import { senderOf } from '../judge/judged-message.ts';
import { isDoor, toPartition } from '../logs/logs.ts';
import { isoToColumn } from '../table/schema/moments.ts';
import { claimsOf, NO_CLAIMS } from '../judge/claims.ts';
import { type KnownErased, withoutErased } from '../judge/without-erased.ts';
import { LAST_MOMENT } from './rejected-condition.ts';
import type { StoredRejected } from './rejected.query.ts';

const MAX_PARTITION = 999_999_999;

const OWN_HEADERS = new Set<string>(
  [REJECTION_HEADERS, EARLIER_REJECTION_HEADERS].flatMap((names) => Object.values(names)),
);
/** The headers that records of version 0.1.0 have under earlier names. */
const earlierNames = (texts: Record<string, string>): Record<string, string | undefined> => ({
  [REJECTION_HEADERS.code]: texts[EARLIER_REJECTION_HEADERS.code],
  [REJECTION_HEADERS.reason]: texts[EARLIER_REJECTION_HEADERS.reason],
  [REJECTION_HEADERS.pointer]: texts[EARLIER_REJECTION_HEADERS.pointer],
});

/** The headers that the ingest adds to a rejected event. */
const RejectedHeaders = z.object({
  [REJECTION_HEADERS.code]: z.string(),
  [REJECTION_HEADERS.reason]: z.string(),
  [REJECTION_HEADERS.pointer]: z.string(),
  [REJECTION_HEADERS.topic]: z.string().default(INTEGRATION_EVENTS_TOPIC),
  [REJECTION_HEADERS.partition]: z.coerce.number().int().min(0).max(MAX_PARTITION),
  [REJECTION_HEADERS.offset]: z.coerce.number().int().min(0),
  [REJECTION_HEADERS.timestamp]: z.coerce.number().int().min(0).max(LAST_MOMENT),
  [REJECTION_HEADERS.size]: z.coerce.number().int().min(0),
});

const textsIn = (headers: KafkaMessage['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text).toWellFormed()]));

/** The names and organizations of current and former integrations. */
type Known = KnownErased & {
  integrationName: (id: number) => string | null;
  organizationName: (id: number) => string | null;
  organizationAt: (integration: number, at: number) => number | null;
};

/**
 * Converts a record of the rejected topic to a row. Returns null for a record without the ingest's headers. Drops claims of unknown
 * integrations and organizations, so that random input does not fill the overview. An event of an authenticated sender belongs to this
 * sender, whatever integration it claims.
 */
export function toRejectedRow(message: KafkaMessage, known: Known): StoredRejected | null {
  const all = textsIn(message.headers);
  const parsed = RejectedHeaders.safeParse({ ...earlierNames(all), ...all });
  if (!parsed.success) return null;
  const { data } = parsed;
  // Does not parse an unreadable record, because parsing it may have crashed a process.
  const isReadable = data[REJECTION_HEADERS.code] !== 'unreadable';
  const { key, value, headers = {} } = isReadable ? withoutErased(message, known) : message;
  const texts = textsIn(headers);
  const claims = isReadable ? claimsOf({ value, headers }) : NO_CLAIMS;
  const sourceId = claims.sourceId !== null && known.integrationName(claims.sourceId) !== null ? claims.sourceId : 0;
  const isKnown = claims.organizationId !== null && known.organizationName(claims.organizationId) !== null;
  const partition = toPartition({ topic: data[REJECTION_HEADERS.topic], partition: data[REJECTION_HEADERS.partition] });
  const sender = isDoor(partition) ? senderOf({ headers }) : 0;
  return {
    kafka_partition: partition,
    kafka_offset: data[REJECTION_HEADERS.offset],
    published_at: isoToColumn(new Date(data[REJECTION_HEADERS.timestamp]).toISOString()),
    code: data[REJECTION_HEADERS.code],
    reason: data[REJECTION_HEADERS.reason],
    pointer: data[REJECTION_HEADERS.pointer],
    source_id: sender || sourceId,
    organization_id: isKnown ? (claims.organizationId ?? 0) : 0,
    event_id: claims.eventId ?? '',
    sender_id: sender,
    sender_organization_id: sender === 0 ? 0 : (known.organizationAt(sender, data[REJECTION_HEADERS.timestamp]) ?? 0),
    size: data[REJECTION_HEADERS.size],
    key: key?.toString().toWellFormed() ?? '',
    headers: JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([name]) => !OWN_HEADERS.has(name)))),
    value: value?.toString('base64') ?? '',
  };
}
