import { randomBytes, randomUUID } from 'node:crypto';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventFlags } from './flags.ts';
import type { IntegrationPublisher, Published } from './integration-publisher.ts';
import type { Publisher } from './integration.ts';
import { paced } from './pace.ts';

/** Creates the event that the flags describe, without ids of the integration and its organization. */
export const toNewEvent = (flags: EventFlags, name?: string) => ({
  id: flags.id ?? randomUUID(),
  source_type: flags.type ?? name?.slice(0, 64) ?? 'other',
  event_name: flags.event,
  timestamp: new Date().toISOString(),
  result: flags.result,
  severity_text: flags.severity,
  trace_id: flags.traceId ?? randomBytes(16).toString('hex'),
  details: flags.details,
});

export const toEvent = (flags: EventFlags, { sourceId, organizationId, name }: Publisher): IntegrationEvent => ({
  ...toNewEvent(flags, name),
  source_id: sourceId,
  organization_id: organizationId,
});

/**
 * Publishes as many events as the flags request, at their rate. All of them have the same organization, and so the same partition.
 * @returns one line about the result.
 */
export const publishEvents = async (
  flags: EventFlags,
  source: Publisher,
  publisher: IntegrationPublisher,
): Promise<string> => {
  const startedAt = performance.now();
  let first: { id: string; at: Published } | undefined;
  let last: Published | undefined;
  for await (const count of paced(flags)) {
    const events = Array.from({ length: count }, () => toEvent(flags, source));
    const [at] = await publisher.publish(...events);
    const [event] = events;
    if (!at || !event) throw new Error('Kafka did not say where the events are');
    first ??= { id: event.id, at };
    last = { partition: at.partition, offset: at.offset + count - 1 };
  }
  if (!first || !last) return 'published nothing';
  const { partition, offset } = first.at;
  if (flags.count === 1) return `published ${first.id} · partition ${partition} · offset ${offset}`;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return `published ${flags.count} events · partition ${partition} · offsets ${offset} to ${last.offset} · ${seconds} s`;
};
