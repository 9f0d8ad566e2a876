import { INTEGRATION_EVENT_TYPE, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import fc from 'fast-check';
import { eventOf } from './outsider.ts';

type Integration = { id: number; organizationId: number };
/**
 * A text that a publisher sends, for any integration. `id` is the event's id, or null if the text is not an event. With `isProven`,
 * some texts omit the integration, because the endpoint identifies the sender.
 */
export type Published = { id: string | null; textOf: (integration: Integration, isProven: boolean) => string };

const DAY = 86_400_000;
const at = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** Changes that make an event invalid. The organization 9,999 does not exist. */
const FAULTS: readonly ((event: IntegrationEvent) => unknown)[] = [
  (event) => ({ ...event, result: 'OK' }),
  (event) => ({ ...event, severity_text: 'LOUD' }),
  (event) => ({ ...event, trace_id: 'xyz' }),
  (event) => ({ ...event, event_name: '' }),
  (event) => ({ ...event, source_type: undefined }),
  (event) => ({ ...event, source_type: '\ud800' }),
  (event) => ({ ...event, timestamp: 'yesterday' }),
  (event) => ({ ...event, timestamp: '2026-11-20T10:00:00' }),
  (event) => ({ ...event, timestamp: at(-91 * DAY) }),
  (event) => ({ ...event, timestamp: at(DAY) }),
  (event) => ({ ...event, details: {} }),
  (event) => ({ ...event, details: [event.details] }),
  (event) => ({ ...event, details: { message: 'deep', nested: nested(120) } }),
  (event) => ({ ...event, organization_id: 9_999 }),
  (event) => ({ specversion: '1.0', id: event.id, source: 's', type: 'another', data: event }),
  (event) => ({ specversion: '2.0', id: event.id, source: 's', type: 't', data: event }),
  (event) => ({
    specversion: '1.0',
    id: event.id,
    source: 's',
    type: INTEGRATION_EVENT_TYPE,
    data: { ...event, result: 1 },
  }),
];
const EVENT_MAKERS: readonly ((event: IntegrationEvent) => unknown)[] = [
  (event) => event,
  (event) => ({ ...event, unknown: 'member' }),
  (event) => ({ specversion: '1.0', id: event.id, source: 's', type: INTEGRATION_EVENT_TYPE, data: event }),
];
/** Changes that remove the integration, the organization, both, or neither. */
const UNNAMED: readonly ((event: IntegrationEvent) => IntegrationEvent)[] = [
  (event) => event,
  (event) => ({ ...event, source_id: undefined }) as never,
  (event) => ({ ...event, organization_id: undefined }) as never,
  (event) => ({ ...event, source_id: undefined, organization_id: undefined }) as never,
];
/** Texts that are not events. */
const NO_EVENT = ['{"id":', '"text"', '42', 'null', '{}', 'no JSON'];

const message = fc.string({ unit: 'grapheme', maxLength: 40 });
/** Number of an earlier event. The new event reuses the id of this event with different content. Null for a new id. */
const again = fc.option(fc.nat({ max: 1_000_000 }), { freq: 12 });
const unnamed = fc.constantFrom(...UNNAMED);
const one = fc.oneof(
  { weight: 12, arbitrary: fc.record({ make: fc.constantFrom(...EVENT_MAKERS), message, again, unnamed }) },
  { weight: 7, arbitrary: fc.record({ make: fc.constantFrom(...FAULTS), message, again: fc.constant(null), unnamed }) },
  { weight: 1, arbitrary: fc.constantFrom(...NO_EVENT) },
);
/** One of every `LONG_EVERY` texts is longer than allowed. */
const LONG_EVERY = 1_000;

/** Returns valid events, invalid events, and other texts. The same seed returns the same texts, except for the timestamps. */
export function anyPublished(count: number, seed: number): Published[] {
  const moment = at(-DAY);
  return fc.sample(one, { numRuns: count, seed }).map((published, index) => {
    if (typeof published === 'string') return { id: null, textOf: () => published };
    const earlier = published.again === null || index === 0 ? index : published.again % index;
    const id = `event ${String(earlier)}`;
    const isLong = index % LONG_EVERY === 1;
    const text = isLong ? 'x'.repeat(70_000) : published.message;
    const textOf = (integration: Integration, isProven: boolean): string => {
      const changes = { id, timestamp: moment, trace_id: '4'.repeat(32), details: { message: text } };
      const event = eventOf(integration, changes);
      // Long texts keep the integration and organization, because a rejection for length contains the size of the text.
      return JSON.stringify(published.make(isProven && !isLong ? published.unnamed(event) : event));
    };
    return { id, textOf };
  });
}
