import { filterPart, readEventsSearch, type EventsSearch } from '../events-search.ts';

/** What a view keeps of an address: what narrows the list and how long its pages are, not which page or event is open. */
export const toViewSearch = (search: EventsSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filterPart(search), size: search.size }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

/** The address of a view. What it says that this console does not know is left out. */
export const ofViewSearch = (search: Readonly<Record<string, string>>): EventsSearch => readEventsSearch(search);

/** Whether an address shows what the view shows. */
export const isView = (view: Readonly<Record<string, string>>, search: EventsSearch): boolean =>
  JSON.stringify(toViewSearch(ofViewSearch(view))) === JSON.stringify(toViewSearch(search));
