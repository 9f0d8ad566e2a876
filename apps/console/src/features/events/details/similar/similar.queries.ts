import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { all, equal, isValue } from '@portico/contracts/query/edit';
import { printQuery } from '@portico/contracts/query/print';
import type { Is } from '@portico/contracts/query/query';
import { listEvents, type EventList, type EventRow } from '@portico/contracts/http/events';
import { QUIET, readQuery } from '../../../../api/calls.ts';
import { NO_FILTER, type EventsFilter } from '../../events-search.ts';
import { edited } from '../../query/question.ts';
import { eventTerm, idOf } from '../value-terms.ts';

/** Milliseconds before an event, and after the event, that {@link aroundQuery} covers. */
const WINDOW_MS = 5 * 60_000;
const MAX_SIMILAR = 6;
/** Maximum number of events before, and after, the event. */
const MAX_PER_SIDE = 10;

const options = { staleTime: 10_000, gcTime: 60_000, ...QUIET };
const shifted = (event: EventRow, milliseconds: number): string =>
  new Date(Date.parse(event.timestamp) + milliseconds).toISOString();

const sameTerms = (event: EventRow): readonly Is[] => [
  idOf('integration', event.source_id),
  equal('event', event.event_name),
  isValue('status', event.result),
];

/** The newest events of the same kind, and the number of all such events. */
export const sameQuery = (api: ApiClient, event: EventRow) => {
  const where = printQuery(all(sameTerms(event)));
  const query = { where, limit: MAX_SIMILAR, offset: 0 };
  return readQuery(api, ['events', 'same', where], listEvents, { query }, options);
};

/** The integration's events in the minutes before and after an event, with the event in the middle. */
export const aroundQuery = (api: ApiClient, event: EventRow) => {
  const where = printQuery(idOf('integration', event.source_id));
  const to = shifted(event, WINDOW_MS + 1);
  return queryOptions({
    queryKey: ['events', 'around', event.source_id, event.timestamp],
    queryFn: async ({ signal }): Promise<EventList> => {
      const later = await api.call(listEvents, {
        query: { where, from: shifted(event, 1), to, limit: 1, offset: 0 },
        signal,
      });
      return api.call(listEvents, {
        query: {
          where,
          from: shifted(event, -WINDOW_MS),
          to,
          limit: 2 * MAX_PER_SIDE + 1,
          offset: Math.max(0, later.count - MAX_PER_SIDE),
        },
        signal,
      });
    },
    ...options,
  });
};

/** The filter for events that have the same values as `event` in `fields`. */
const filterOf = (event: EventRow, fields: readonly (keyof EventRow)[]): EventsFilter =>
  fields.reduce<EventsFilter>((filter, field) => {
    const term = eventTerm(event, [field], event[field]);
    return term === null ? filter : { ...filter, ...edited(filter, 'only', term) };
  }, NO_FILTER);

export const sameFilter = (event: EventRow): EventsFilter => filterOf(event, ['integration', 'event_name', 'result']);

export const aroundFilter = (event: EventRow): EventsFilter => ({
  ...filterOf(event, ['integration']),
  from: shifted(event, -WINDOW_MS),
  to: shifted(event, WINDOW_MS),
});
