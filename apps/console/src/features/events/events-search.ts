import type { EventIdentity } from '@portico/contracts/events/event-identity';
import type { Result, Severity } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, type DerivedField, forFields } from '@portico/contracts/query/fields';
import type { Density } from '@portico/ui';
import { columnsIn, columnsText } from './columns/column-keys.ts';
import { densityIn } from './columns/preferences.ts';
import { wholeNumber } from '../../shared/lists/whole-number.ts';
import { readTimeRange, type TimeRange } from '../../shared/time/time-range.ts';

/** Rows on a page. */
export const PAGE_SIZES = [25, 50, 100, 500] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** What stands in the address as nothing. */
export const DEFAULT_SIZE: PageSize = 50;

/** What narrows the list. `type` and `event` are whole names, `organization` an id. */
export type EventsFilter = TimeRange & { [Name in DerivedField]?: string | undefined } & {
  query?: string | undefined;
  /** In the query language, docs/guides/query-events.md. */
  where?: string | undefined;
  status?: Result | undefined;
  integration?: string | undefined;
  severity?: Severity | undefined;
  type?: string | undefined;
  event?: string | undefined;
  trace?: string | undefined;
  organization?: number | undefined;
};

/** What the events screen keeps in the URL: a link shows the same list, with the same event open. */
export type EventsSearch = EventsFilter & {
  /** From 2: page 1 is left out. */
  page?: number | undefined;
  size?: PageSize | undefined;
  /** Keys of columns with commas between, and how close the rows are; the viewer's own when absent. */
  columns?: string | undefined;
  density?: Density | undefined;
  /** With the facets beside the list, whether the viewer has them there or not. */
  facets?: 'shown' | undefined;
  /** Key of the event whose details are open. */
  open?: string | undefined;
  /** What of the open event is shown; its details when absent. */
  pane?: 'json' | 'trace' | 'similar' | undefined;
};

// Not the contracts' own lists, beside which stand schemas: an address is read by the page's first code.
export const STATUSES: readonly Result[] = ['SUCCESS', 'FAILURE'];
export const SEVERITIES: readonly Severity[] = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const PANES = ['json', 'trace', 'similar'] as const;
const TRACE_ID = /^[0-9a-f]{32}$/;
/** Trace, integration and id. Links of before have no integration: it came to be part of what names an event. */
const EVENT_KEY = /^([0-9a-f]{32})(?:-([1-9]\d{0,9}))?\.(.{1,128})$/s;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() || undefined : undefined;

/** To the letter. */
const exactTextIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Reads an address. A value that makes no sense counts as absent. A plain function, because search schemas are part of
 * the page's first code, which does without zod.
 */
export const readEventsSearch = (address: Record<string, unknown>): EventsSearch => {
  const { query, where, status, integration, severity, type, event, trace, organization } = address;
  const { page, size, open, pane } = address;
  const columns = columnsIn(address['columns']);
  const traceId = textIn(trace)?.toLowerCase();
  const key = textIn(open);
  return {
    query: textIn(query),
    where: textIn(where),
    status: STATUSES.find((known) => known === status),
    integration: textIn(integration),
    severity: SEVERITIES.find((known) => known === severity),
    type: textIn(type),
    event: textIn(event),
    trace: traceId !== undefined && TRACE_ID.test(traceId) ? traceId : undefined,
    ...forFields(DERIVED_FIELDS, (name) => exactTextIn(address[name])),
    organization: wholeNumber(organization, 1),
    ...readTimeRange(address),
    page: wholeNumber(page, 2),
    size: PAGE_SIZES.find((known) => known !== DEFAULT_SIZE && String(known) === String(size)),
    columns: columns && columnsText(columns),
    density: densityIn(address['density']),
    facets: address['facets'] === 'shown' ? 'shown' : undefined,
    open: key !== undefined && EVENT_KEY.test(key) ? key : undefined,
    pane: key === undefined ? undefined : PANES.find((known) => known === pane),
  };
};

const NO_LOOK = { size: undefined, columns: undefined, density: undefined, facets: undefined } satisfies EventsSearch;

/** Without page and open event: what a saved view keeps, and what questions other than the list's ask by. */
export const filterPart = (search: EventsSearch): EventsFilter => {
  const filter: EventsSearch = { ...search, ...NO_LOOK, page: undefined, open: undefined, pane: undefined };
  return filter;
};

/** All time. */
export const NO_TIME = { range: undefined, from: undefined, to: undefined } satisfies EventsFilter;
/** What takes every filter away. */
export const NO_FILTER = {
  query: undefined,
  where: undefined,
  status: undefined,
  integration: undefined,
  severity: undefined,
  type: undefined,
  event: undefined,
  trace: undefined,
  ...forFields(DERIVED_FIELDS, () => undefined),
  organization: undefined,
  ...NO_TIME,
} satisfies EventsFilter;

/** Whether anything narrows the list. */
export const isFiltered = (search: EventsSearch): boolean =>
  Object.values(filterPart(search)).some((value) => value !== undefined);

type TracedIdentity = EventIdentity & { trace_id: string };

/** An event as an address names it: with its trace, by which any event can be found again. */
export const eventKey = ({ trace_id, source_id, id }: TracedIdentity): string => `${trace_id}-${source_id}.${id}`;

/** The trace of an {@link eventKey}. */
export const traceOf = (key: string): string => EVENT_KEY.exec(key)?.[1] ?? '';

/** Whether the {@link eventKey} of an address is of this event; one without an integration is of any that fits otherwise. */
export const isNamedBy = (key: string, { trace_id, source_id, id }: TracedIdentity): boolean => {
  const [, trace, source, named] = EVENT_KEY.exec(key) ?? [];
  return trace === trace_id && named === id && (source === undefined || Number(source) === source_id);
};

/** The integration to which a search narrows the list; null when it is of several, or of one that no row names by its id. */
export function integrationOf(
  { where = '', integration }: EventsSearch,
  rows: readonly { source_id: number; integration: string | null }[] = [],
): number | null {
  const [, id] = /^integration:#(\d+)(?: organization:#\d+)?$/.exec(where) ?? [];
  if (id !== undefined) return Number(id);
  return rows.find((row) => row.integration === integration)?.source_id ?? null;
}
