import { filterPart, readEventsSearch, type EventsSearch } from '../events-search.ts';

const lookOf = ({ size, columns, density, facets }: EventsSearch) => ({ size, columns, density, facets });

/** What a view keeps of an address: what narrows the list, how long its pages are and how rows look, not which page or event is open. */
export const toViewSearch = (search: EventsSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filterPart(search), ...lookOf(search) }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The address of a view. What it says that this console does not know is left out. */
export const ofViewSearch = (search: Readonly<Record<string, string>>): EventsSearch => readEventsSearch(search);

/**
 * Whether an address shows what the view shows; a view that says nothing of columns, density and facets leaves
 * them to the viewer.
 */
export const isView = (view: Readonly<Record<string, string>>, search: EventsSearch): boolean => {
  const { columns = search.columns, density = search.density, facets = search.facets, ...rest } = ofViewSearch(view);
  return JSON.stringify(toViewSearch({ ...rest, columns, density, facets })) === JSON.stringify(toViewSearch(search));
};
