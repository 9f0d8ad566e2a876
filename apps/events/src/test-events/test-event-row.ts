import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { KafkaMessage } from '@portico/kafka';
import { z } from 'zod';
import type { Verdict } from '../judge/accept.ts';
import { claimsOf } from '../judge/claims.ts';
import { isoToColumn } from '../table/schema/moments.ts';

/** A row of table test_events. `code` is empty for accepted events, `event` is JSON or empty, `value` is base64. */
export const TestEventRow = z.object({
  kafka_partition: z.number(),
  kafka_offset: z.number(),
  published_at: z.string(),
  source_id: z.number(),
  organization_id: z.number(),
  event_id: z.string(),
  code: z.string(),
  reason: z.string(),
  pointer: z.string(),
  event: z.string(),
  value: z.string(),
});
export type TestEventRow = z.infer<typeof TestEventRow>;

/** The fields of an event that the list shows, as JSON. */
const shown = ({ event_name, source_type, timestamp, result, severity_text, details }: IntegrationEvent): string =>
  JSON.stringify({ event_name, source_type, timestamp, result, severity_text, message: details.message });

/** Returns the event's id; empty if unknown. Does not parse unreadable records, because parsing may have crashed a process. */
function idOf(verdict: Verdict, message: KafkaMessage): string {
  if (verdict.ok) return verdict.event.id;
  return verdict.rejection.code === 'unreadable' ? '' : (claimsOf(message).eventId ?? '');
}

/** @param sender - the integration that sent the event, and its organization at the event's arrival. */
export function toTestEventRow(
  partition: number,
  message: KafkaMessage,
  verdict: Verdict,
  sender: { integration: number; organization: number },
): TestEventRow {
  return {
    kafka_partition: partition,
    kafka_offset: Number(message.offset),
    published_at: isoToColumn(new Date(Number(message.timestamp)).toISOString()),
    source_id: sender.integration,
    organization_id: sender.organization,
    event_id: idOf(verdict, message),
    ...(verdict.ok ? { code: '', reason: '', pointer: '' } : verdict.rejection),
    event: verdict.ok ? shown(verdict.event) : '',
    value: message.value?.toString('base64') ?? '',
  };
}
