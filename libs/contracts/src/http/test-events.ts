import { z } from 'zod/mini';
import { Id, IdText } from '../common/ids.ts';
import { page, paging } from '../common/page.ts';
import { Rejection, Result, Severity } from '../events/integration-event.ts';
import { endpoint } from './endpoint.ts';

/** Days for which test events are stored. */
export const TEST_DAYS = 7;
const MAX_TEST_EVENTS = 50;

/** One event that was sent with a test key. */
export const TestEvent = z.object({
  id: z.string(),
  published_at: z.string(),
  integration_id: Id,
  integration: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  event_id: z.nullable(z.string()),
  /** Null if the event would have been listed. */
  rejection: z.nullable(Rejection),
  /** The readable fields. */
  event: z.nullable(
    z.object({
      event_name: z.string(),
      source_type: z.string(),
      timestamp: z.string(),
      result: Result,
      severity_text: Severity,
      message: z.string(),
    }),
  ),
  /** The published text, with invalid UTF-8 replaced. Empty if `isHidden` is true. */
  value: z.string(),
  /** Set if privacy rules hide a field. */
  isHidden: z.optional(z.literal(true)),
});
export type TestEvent = z.infer<typeof TestEvent>;

export const ListTestEventsQuery = z.extend(paging(MAX_TEST_EVENTS), {
  integration: z.optional(IdText),
});
export type ListTestEventsQuery = z.infer<typeof ListTestEventsQuery>;

export const listTestEvents = endpoint({
  method: 'GET',
  path: '/events/test',
  audit: { action: 'test-events.list' },
  summary: `List events of test keys from the last ${TEST_DAYS} days, newest first`,
  query: ListTestEventsQuery,
  response: page(TestEvent),
});
