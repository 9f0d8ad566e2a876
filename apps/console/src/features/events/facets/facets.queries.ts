import type { ApiClient } from '@portico/api-client';
import { eventFacets } from '@portico/contracts/http/event-facets';
import { sideOptions, filterOf } from '../events.queries.ts';
import { filterPart, type EventsSearch } from '../events-search.ts';
import { readQuery } from '../../../api/calls.ts';

/** The number of events per value. Each facet ignores the filter on its own field. */
export const facetsQuery = (api: ApiClient, search: EventsSearch, organizations: readonly number[]) =>
  readQuery(
    api,
    ['events', 'facets', filterPart(search), organizations],
    eventFacets,
    { query: filterOf(search, organizations) },
    sideOptions,
  );
