import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { PublishFlags } from './flags.ts';
import type { IntegrationPublisher, Published } from './integration-publisher.ts';
import type { Publisher } from './integration.ts';

/** Events that are sent together when no rate is asked for. */
const BATCH = 500;
/** How often a rate is kept, in milliseconds. */
const TICK = 50;

/** The event that the flags describe, now. */
export const toEvent = (flags: PublishFlags, { sourceId, organizationId, name }: Publisher): IntegrationEvent => ({
  id: flags.id ?? randomUUID(),
  source_id: sourceId,
  organization_id: organizationId,
  source_type: flags.type ?? name?.slice(0, 64) ?? 'other',
  event_name: flags.event,
  timestamp: new Date().toISOString(),
  result: flags.result,
  severity_text: flags.severity,
  trace_id: flags.traceId ?? randomBytes(16).toString('hex'),
  details: flags.details,
});

/** How many of `count` events should have been sent after `elapsed` milliseconds; the first one at once. */
export const dueAfter = (elapsed: number, { count, rate }: Pick<PublishFlags, 'count' | 'rate'>): number =>
  rate === undefined ? count : Math.min(count, Math.floor((elapsed * rate) / 1_000) + 1);

/**
 * Publishes as many events as the flags ask for, at their rate.
 * @returns one line about what was published. All events have one organization, and so one partition.
 */
export const publishEvents = async (
  flags: PublishFlags,
  source: Publisher,
  publisher: IntegrationPublisher,
): Promise<string> => {
  const startedAt = performance.now();
  let sent = 0;
  let first: { id: string; at: Published } | undefined;
  let last: Published | undefined;
  while (sent < flags.count) {
    const due = Math.min(dueAfter(performance.now() - startedAt, flags) - sent, BATCH);
    if (due <= 0) {
      await sleep(TICK);
      continue;
    }
    const events = Array.from({ length: due }, () => toEvent(flags, source));
    const [at] = await publisher.publish(...events);
    const [event] = events;
    if (!at || !event) throw new Error('Kafka did not say where the events are');
    first ??= { id: event.id, at };
    last = { partition: at.partition, offset: at.offset + due - 1 };
    sent += due;
  }
  if (!first || !last) return 'published nothing';
  const { partition, offset } = first.at;
  if (sent === 1) return `published ${first.id} · partition ${partition} · offset ${offset}`;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return `published ${sent} events · partition ${partition} · offsets ${offset} to ${last.offset} · ${seconds} s`;
};
