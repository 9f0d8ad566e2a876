import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventIntegrations } from '@portico/contracts/http/event-integrations';
import type { EventHistogram, EventRow } from '@portico/contracts/http/events';
import { cursorOf, integrationsOf, listOf, matchingEvents } from './fixtures.ts';
import type { Answer } from './fake-network.ts';
import { viewsOf } from './view.ts';

const tally = <Value extends string | number>(values: readonly Value[]): { value: Value; count: number }[] =>
  [...new Set(values)]
    .map((value) => ({ value, count: values.filter((other) => other === value).length }))
    .toSorted((a, b) => b.count - a.count);

const facetsOf = (rows: readonly EventRow[], query: URLSearchParams): EventFacets => {
  /** The rows that match all filters except the filter `name`. */
  const leaving = (name: string) => {
    const otherParams = new URLSearchParams(query);
    otherParams.delete(name);
    return matchingEvents(rows, otherParams);
  };
  return {
    status: tally(leaving('status').map(({ result }) => result)),
    severity: tally(leaving('severity').map(({ severity_text }) => severity_text)),
    type: tally(leaving('type').map(({ source_type }) => source_type)),
    event: tally(leaving('event').map(({ event_name }) => event_name)),
    integration: tally(leaving('integration').flatMap(({ integration }) => integration ?? [])),
    organization: tally(leaving('organizations').map(({ organization_id }) => organization_id)).map((one) => ({
      ...one,
      name: rows.find(({ organization_id }) => organization_id === one.value)?.organization ?? null,
    })),
    countedFrom: null,
    cursor: cursorOf(rows),
  };
};

/** A histogram with one bar per minute, from the first event to the last event. */
const histogramOf = (rows: readonly EventRow[]): Omit<EventHistogram, 'cursor'> => {
  const minutes = rows.map(({ timestamp }) => Math.floor(Date.parse(timestamp) / 60_000));
  const first = Math.min(...minutes);
  const length = rows.length === 0 ? 0 : Math.max(...minutes) - first + 1;
  const moment = (minute: number) => new Date(rows.length === 0 ? 0 : (first + minute) * 60_000).toISOString();
  const count = (minute: number, expected: string) =>
    rows.filter(({ result }, index) => minutes[index] === first + minute && result === expected).length;
  return {
    from: moment(0),
    to: moment(length),
    step: 60,
    buckets: Array.from({ length }, (_, minute) => ({
      at: moment(minute),
      success: count(minute, 'SUCCESS'),
      failure: count(minute, 'FAILURE'),
    })),
    countedFrom: null,
  };
};

const namesOf = (rows: readonly EventRow[], query: URLSearchParams): EventIntegrations => {
  const part = (query.get('query') ?? '').toLowerCase();
  const names = integrationsOf(rows).filter((name) => name.toLowerCase().includes(part));
  const limit = Number(query.get('limit'));
  return { data: names.slice(0, limit), isComplete: names.length <= limit };
};

/** Fakes the server's queries of these events. `rows` are in order of arrival. */
export const fakeEvents = (rows: readonly EventRow[]): Record<string, Answer> => ({
  'GET /events': ({ searchParams }) => listOf(rows, searchParams),
  'GET /events/integrations': ({ searchParams }) => namesOf(rows, searchParams),
  'GET /events/facets': ({ searchParams }) => facetsOf(rows, searchParams),
  'GET /events/histogram': ({ searchParams }) => ({
    ...histogramOf(matchingEvents(rows, searchParams)),
    cursor: cursorOf(rows),
  }),
  'GET /views': () => viewsOf([]),
  ...Object.fromEntries(
    rows.map(({ trace_id }) => [
      `GET /events/traces/${trace_id}`,
      () => ({ data: rows.filter((row) => row.trace_id === trace_id), isComplete: true }),
    ]),
  ),
});
