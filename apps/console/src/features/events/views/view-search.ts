import { readEventsSearch, type EventsSearch } from '../events-search.ts';

/** The parameters that a view saves: filter, page size and layout. */
export const toViewSearch = ({
  page: _page,
  open: _open,
  pane: _pane,
  ...search
}: EventsSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Whether a URL shows the view. If the view does not save columns, density or facets, the URL may have any values of these. */
export const isView = (view: Readonly<Record<string, string>>, search: EventsSearch): boolean => {
  const {
    columns = search.columns,
    density = search.density,
    facets = search.facets,
    ...rest
  } = readEventsSearch(view);
  return JSON.stringify(toViewSearch({ ...rest, columns, density, facets })) === JSON.stringify(toViewSearch(search));
};
