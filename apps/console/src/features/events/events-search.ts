import type { EventIdentity } from '@portico/contracts/events/event-identity';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/choices';
import type { Result, Severity } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, type DerivedField, forFields } from '@portico/contracts/query/fields';
import type { Density } from '@portico/ui';
import { columnsIn, columnsText } from './columns/column-keys.ts';
import { densityIn } from './columns/preferences.ts';
import { wholeNumber } from '../../shared/lists/whole-number.ts';
import { readTimeRange, type TimeRange } from '../../shared/time/time-range.ts';

export const PAGE_SIZES = [25, 50, 100, 500] as const;
type PageSize = (typeof PAGE_SIZES)[number];
/** The URL omits this page size. */
export const DEFAULT_SIZE: PageSize = 50;

/** The filter of the list. `type` and `event` are exact names, `organization` an id. */
export type EventsFilter = TimeRange & { [Name in DerivedField]?: string | undefined } & {
  query?: string | undefined;
  /** A query, see docs/guides/query-events.md. */
  where?: string | undefined;
  status?: Result | undefined;
  integration?: string | undefined;
  severity?: Severity | undefined;
  type?: string | undefined;
  event?: string | undefined;
  trace?: string | undefined;
  organization?: number | undefined;
};

/** URL parameters of the events screen: a link shows the same list and open event. */
export type EventsSearch = EventsFilter & {
  /** The page number, at least 2. The URL omits page 1. */
  page?: number | undefined;
  size?: PageSize | undefined;
  /** Column keys separated by commas, and row density; default: the viewer's preferences. */
  columns?: string | undefined;
  density?: Density | undefined;
  /** Shows the facets next to the list, whatever the viewer's preference. */
  facets?: 'shown' | undefined;
  /** The {@link eventKey} of the open event. */
  open?: string | undefined;
  /** Pane of the open event; default: its details. */
  pane?: 'json' | 'trace' | 'similar' | undefined;
};

const PANES = ['json', 'trace', 'similar'] as const;
const TRACE_ID = /^[0-9a-f]{32}$/;
/** A trace id, an integration id and an event id. Old links do not contain the integration id. */
const EVENT_KEY = /^([0-9a-f]{32})(?:-([1-9]\d{0,9}))?\.(.{1,128})$/s;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() || undefined : undefined;

const untrimmedTextIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Parses the URL. An invalid value counts as absent. Does not use zod, because the first load parses the URL and does not include zod. */
export const readEventsSearch = (address: Record<string, unknown>): EventsSearch => {
  const { query, where, status, integration, severity, type, event, trace, organization } = address;
  const { page, size, open, pane } = address;
  const columns = columnsIn(address['columns']);
  const traceId = textIn(trace)?.toLowerCase();
  const key = textIn(open);
  return {
    query: textIn(query),
    where: textIn(where),
    status: RESULTS.find((known) => known === status),
    integration: textIn(integration),
    severity: SEVERITIES.find((known) => known === severity),
    type: textIn(type),
    event: textIn(event),
    trace: traceId !== undefined && TRACE_ID.test(traceId) ? traceId : undefined,
    ...forFields(DERIVED_FIELDS, (name) => untrimmedTextIn(address[name])),
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

const NO_PAGE_OR_LAYOUT = {
  page: undefined,
  size: undefined,
  columns: undefined,
  density: undefined,
  facets: undefined,
  open: undefined,
  pane: undefined,
} satisfies EventsSearch;

/** The filter, without page, layout and open event. */
export const filterPart = (search: EventsSearch): EventsFilter => ({ ...search, ...NO_PAGE_OR_LAYOUT });

export const NO_TIME = { range: undefined, from: undefined, to: undefined } satisfies EventsFilter;
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

export const isFiltered = (search: EventsSearch): boolean =>
  Object.values(filterPart(search)).some((value) => value !== undefined);

type TracedIdentity = EventIdentity & { trace_id: string };

/** The key of an event in a URL. The server finds the event by the trace id in the key. */
export const eventKey = ({ trace_id, source_id, id }: TracedIdentity): string => `${trace_id}-${source_id}.${id}`;

/** The trace id in an {@link eventKey}. */
export const traceOf = (key: string): string => EVENT_KEY.exec(key)?.[1] ?? '';

/** Whether an {@link eventKey} identifies this event; a key without an integration matches any integration. */
export const isNamedBy = (key: string, { trace_id, source_id, id }: TracedIdentity): boolean => {
  const [, trace, source, named] = EVENT_KEY.exec(key) ?? [];
  return trace === trace_id && named === id && (source === undefined || Number(source) === source_id);
};

/** Id of the only integration that the filter selects; null if it selects several, or if no row has the id for the selected name. */
export function integrationOf(
  { where = '', integration }: EventsFilter,
  rows: readonly { source_id: number; integration: string | null }[],
): number | null {
  const [, id] = /^integration:#(\d+)(?: organization:#\d+)?$/.exec(where) ?? [];
  if (id !== undefined) return Number(id);
  return rows.find((row) => row.integration === integration)?.source_id ?? null;
}
