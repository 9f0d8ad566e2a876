import type { EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { TestEvent } from '@portico/contracts/http/test-events';

/** An arrived event of the integration, and its result. */
export type Arrival = {
  key: string;
  /** When the event arrived (ISO 8601). */
  at: string;
  /** The event name, or the event id if the name is unreadable. */
  name: string;
  /** The event's message, or the reason of the rejection. */
  text: string;
  isRejected: boolean;
  /** Whether the event was published with a test key. The list of events does not contain test events. */
  isTest: boolean;
  /** The URL key that opens the event in the list of events. */
  open?: string;
};

export const listedArrival = (row: EventRow): Arrival => ({
  key: `listed ${row.source_id} ${row.id}`,
  at: row.published_at,
  name: row.event_name,
  text: row.details.message,
  isRejected: false,
  isTest: false,
  open: `${row.trace_id}-${row.source_id}.${row.id}`,
});

export const rejectedArrival = ({ id, published_at, event_id, rejection }: RejectedEvent): Arrival => ({
  key: `rejected ${id}`,
  at: published_at,
  name: event_id ?? 'An event',
  text: [rejection.pointer, rejection.reason].filter((part) => part !== '').join(' '),
  isRejected: true,
  isTest: false,
});

export const testArrival = ({ id, published_at, event, event_id, rejection }: TestEvent): Arrival => ({
  key: `test ${id}`,
  at: published_at,
  name: event?.event_name ?? event_id ?? 'An event',
  text:
    rejection === null
      ? (event?.message ?? '')
      : [rejection.pointer, rejection.reason].filter((part) => part !== '').join(' '),
  isRejected: rejection !== null,
  isTest: true,
});

export const MAX_ARRIVALS = 5;

export const newestOf = (...lists: readonly (readonly Arrival[])[]): Arrival[] => {
  const byKey = new Map(lists.flat().map((arrival) => [arrival.key, arrival]));
  return [...byKey.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MAX_ARRIVALS);
};
