import { filterPart, readEventsSearch, type EventsSearch } from '../events-search.ts';

const lookOf = ({ size, columns, density, facets }: EventsSearch) => ({ size, columns, density, facets });

/** The part of a URL that a view saves: filter, page size and layout, but not the page or open event. */
export const toViewSearch = (search: EventsSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filterPart(search), ...lookOf(search) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The URL parameters of a view. Parameters unknown to this console are dropped. */
export const readViewSearch = (search: Readonly<Record<string, string>>): EventsSearch => readEventsSearch(search);

/** Whether a URL shows the view. A view that does not set columns, density or facets matches any value of these. */
export const isView = (view: Readonly<Record<string, string>>, search: EventsSearch): boolean => {
  const { columns = search.columns, density = search.density, facets = search.facets, ...rest } = readViewSearch(view);
  return JSON.stringify(toViewSearch({ ...rest, columns, density, facets })) === JSON.stringify(toViewSearch(search));
};
