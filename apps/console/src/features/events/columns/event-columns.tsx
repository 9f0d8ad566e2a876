import type { EventRow } from '@portico/contracts/http/events';
import { FIELDS, forFields, type ListField } from '@portico/contracts/query/fields';
import { Badge, formatDuration, StatusTag, type Column, type TimeZone, formatTime } from '@portico/ui';
import { SeverityText } from '../severity-text.tsx';
import { localZoneLabel } from '../../../shared/time/time-zone.ts';
import { DERIVED_COLUMNS, type ColumnKey, type NamedColumn } from './column-keys.ts';
import * as styles from './event-columns.css.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

/** A time to the millisecond, with the year unless it is the current year. */
const textOf = (moment: string, zone: TimeZone): string => {
  const year = new Date(moment).getFullYear();
  return formatTime(moment, zone, year === new Date(serverNow()).getFullYear() ? 'row' : 'full');
};

/** A time of today to the millisecond; a time of another day as date and minute. */
const shortOf = (moment: string, zone: TimeZone): string => {
  const isToday = formatTime(moment, zone, 'day') === formatTime(serverNow(), zone, 'day');
  return formatTime(moment, zone, isToday ? 'clock' : 'short');
};

/**
 * The time of an event in a row.
 * @param isShort for narrow columns
 */
const RowTime = ({ moment, zone, isShort }: { moment: string; zone: TimeZone; isShort: boolean }) => (
  <time dateTime={moment}>{isShort ? shortOf(moment, zone) : textOf(moment, zone)}</time>
);

const within = (value: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (step === undefined) return [value];
  // Any element of an array matches, as in a query.
  if (Array.isArray(value)) return value.flatMap((element) => within(element, [step, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === step ? within(inner, rest) : []));
};

/** The value at a path in an event's details as text; empty if the details have no such value. */
const detailText = (details: unknown, path: string): string =>
  within(details, path.split('.'))
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');

type EventColumn = Column<EventRow>;

/** Places a column that the viewer added below all other fields on a card. */
const EXTRA_LINE = { inCard: 'extra', isNamedInCard: true } as const;

/** The header and width of a column. */
const listed = (name: ListField): Pick<EventColumn, 'header' | 'width'> => {
  const { label, listColumn } = FIELDS[name];
  return { header: label, ...(listColumn?.width !== undefined && { width: listColumn.width }) };
};

type ColumnOptions = {
  /** Time zone of displayed times. */
  zone: TimeZone;
  /** Whether an event is open next to the list. The message then comes first, and narrow screens show only a few columns. */
  isBeside: boolean;
  /** Milliseconds since 1970. Events with an earlier timestamp are marked as late. Null: no event is marked. */
  lateBefore?: number | null;
};

/** The cell of the event column. `hasMessage`: whether the message has a separate column. */
const eventCell =
  (hasMessage: boolean, { isBeside, lateBefore }: ColumnOptions) =>
  (event: EventRow) => {
    const isLate = typeof lateBefore === 'number' && Date.parse(event.timestamp) < lateBefore;
    const name = (
      <>
        {isLate && (
          <>
            <Badge tone="warning">late</Badge>{' '}
          </>
        )}
        <span className={styles.eventName}>{event.event_name}</span>
      </>
    );
    if (hasMessage) return name;
    if (!isBeside)
      return (
        <>
          {name}
          <span className={styles.message}> {event.details.message}</span>
        </>
      );
    return (
      <>
        <span className={styles.first} data-severity={event.severity_text}>
          {event.details.message}
        </span>
        <span className={styles.message}> {name}</span>
      </>
    );
  };

/** Columns that stay visible next to an open event. */
const PANEL_COLUMNS = new Set<ColumnKey>(['integration', 'event', 'message', 'timestamp', 'status']);

/** The width and header of a column with the time at which an event happened or arrived. */
const momentColumn = ({ zone, isBeside }: ColumnOptions, header: string): Pick<EventColumn, 'width' | 'header'> => ({
  width: isBeside ? '8.25rem' : '11.75rem',
  header: zone === 'utc' ? `${header} (UTC)` : header,
  ...(zone === 'local' && { headerNote: localZoneLabel() }),
});

/** The named columns. A cell shows the id of an integration or organization until the name is known. */
const namedColumns = (options: ColumnOptions, hasMessage: boolean): Record<NamedColumn, Omit<EventColumn, 'id'>> => ({
  integration: {
    ...listed('integration'),
    inCard: 'title',
    cell: (event) => event.integration ?? `Integration ${event.source_id}`,
  },
  organization: {
    ...listed('organization'),
    inCard: 'note',
    isDroppedFirst: true,
    cell: (event) => event.organization ?? `Organization ${event.organization_id}`,
  },
  type: {
    ...listed('type'),
    inCard: 'noteNext',
    isDroppedFirst: true,
    cell: (event) => event.source_type,
  },
  event: { ...listed('event'), inCard: 'line', cell: eventCell(hasMessage, options) },
  timestamp: {
    ...momentColumn(options, 'Timestamp'),
    inCard: 'noteEnd',
    cell: (event) => <RowTime moment={event.timestamp} zone={options.zone} isShort={options.isBeside} />,
  },
  status: {
    ...listed('status'),
    inCard: 'titleEnd',
    cell: (event) => <StatusTag status={event.result} />,
  },
  severity: {
    ...listed('severity'),
    inCard: 'lineEnd',
    cell: (event) => <SeverityText severity={event.severity_text} />,
  },
  message: { ...listed('message'), ...EXTRA_LINE, cell: (event) => event.details.message },
  trace: {
    ...listed('trace'),
    header: 'Trace id',
    ...EXTRA_LINE,
    cell: (event) => <span className={styles.eventName}>{event.trace_id}</span>,
  },
  arrived: {
    ...momentColumn(options, 'Arrived'),
    ...EXTRA_LINE,
    cell: (event) => <RowTime moment={event.published_at} zone={options.zone} isShort={options.isBeside} />,
  },
  delay: {
    ...listed('delay'),
    ...EXTRA_LINE,
    cell: (event) => formatDuration(Math.max(0, Date.parse(event.published_at) - Date.parse(event.timestamp))),
  },
  ...forFields(DERIVED_COLUMNS, (name) => ({ ...listed(name), ...EXTRA_LINE, cell: (event: EventRow) => event[name] })),
});

const PREFIX = 'details.';

const detailsColumn = (key: string): EventColumn => {
  const path = key.slice(PREFIX.length);
  return {
    id: key,
    header: path,
    width: '10rem',
    ...EXTRA_LINE,
    cell: (event) => <span className={styles.detail}>{detailText(event.details, path)}</span>,
  };
};

/** The columns for these keys, in order. */
export const eventColumns = (options: ColumnOptions, keys: readonly ColumnKey[]): readonly EventColumn[] => {
  const named = namedColumns(options, keys.includes('message'));
  const nameOf = (key: ColumnKey) => Object.keys(named).find((name): name is NamedColumn => name === key);
  return keys.map((key) => {
    const name = nameOf(key);
    const column = name === undefined ? detailsColumn(key) : { id: key, ...named[name] };
    return options.isBeside ? { ...column, isDroppedFirst: !PANEL_COLUMNS.has(key) } : column;
  });
};
