import type { EventRow } from '@portico/contracts/http/events';
import { FIELDS, forFields, type ListField } from '@portico/contracts/query/fields';
import { Badge, formatDuration, StatusTag, type Column, type TimeZone, formatTime } from '@portico/ui';
import { SeverityText } from '../severity-text.tsx';
import { localZoneLabel } from '../../../shared/time/time-zone.ts';
import { DERIVED_COLUMNS, type ColumnKey, type NamedColumn } from './column-keys.ts';
import * as styles from './event-columns.css.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

/** A time of this year to the millisecond; a time of another year with the year, to the second. */
const longText = (moment: string, zone: TimeZone): string => {
  const year = new Date(moment).getFullYear();
  return formatTime(moment, zone, year === new Date(serverNow()).getFullYear() ? 'row' : 'full');
};

/** A time of today to the millisecond; a time of another day as date and minute. */
const shortText = (moment: string, zone: TimeZone): string => {
  const isToday = formatTime(moment, zone, 'day') === formatTime(serverNow(), zone, 'day');
  return formatTime(moment, zone, isToday ? 'clock' : 'short');
};

const valuesAt = (value: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (step === undefined) return [value];
  // A path matches in every element of an array, as in a query.
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, [step, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === step ? valuesAt(inner, rest) : []));
};

type EventColumn = Column<EventRow>;

/** Options of a column that the viewer added: a card shows its value below all other fields. */
const EXTRA_LINE = { inCard: 'extra', isNamedInCard: true } as const;

const listed = (name: ListField): Pick<EventColumn, 'header' | 'width'> => {
  const { label, listColumn } = FIELDS[name];
  return { header: label, ...(listColumn?.width !== undefined && { width: listColumn.width }) };
};

type ColumnOptions = {
  zone: TimeZone;
  /** Whether an event is open next to the list. Rows then start the event column with the message, and shorten times. */
  isBeside: boolean;
  /** Milliseconds since 1970. The column marks events with an earlier timestamp as late; null marks no event. */
  lateBefore?: number | null;
};

/** The cell of the event column. The cell includes the message, unless the message has a column of its own (`hasMessage`). */
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

/** The columns that the table hides last if an event is open next to the list. */
const PANEL_COLUMNS = new Set<ColumnKey>(['integration', 'event', 'message', 'timestamp', 'status']);

const timeColumn = ({ zone, isBeside }: ColumnOptions, header: string, field: 'timestamp' | 'published_at') => ({
  width: isBeside ? '8.25rem' : '11.75rem',
  header: zone === 'utc' ? `${header} (UTC)` : header,
  ...(zone === 'local' && { headerNote: localZoneLabel() }),
  cell: ({ [field]: moment }: EventRow) => (
    <time dateTime={moment}>{isBeside ? shortText(moment, zone) : longText(moment, zone)}</time>
  ),
});

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
  type: { ...listed('type'), inCard: 'noteNext', isDroppedFirst: true, cell: (event) => event.source_type },
  event: { ...listed('event'), inCard: 'line', cell: eventCell(hasMessage, options) },
  timestamp: { ...timeColumn(options, 'Timestamp', 'timestamp'), inCard: 'noteEnd' },
  status: { ...listed('status'), inCard: 'titleEnd', cell: (event) => <StatusTag status={event.result} /> },
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
  arrived: { ...timeColumn(options, 'Arrived', 'published_at'), ...EXTRA_LINE },
  delay: {
    ...listed('delay'),
    ...EXTRA_LINE,
    cell: (event) => formatDuration(Math.max(0, Date.parse(event.published_at) - Date.parse(event.timestamp))),
  },
  ...forFields(DERIVED_COLUMNS, (name) => ({ ...listed(name), ...EXTRA_LINE, cell: (event: EventRow) => event[name] })),
});

const detailsColumn = (key: string): EventColumn => {
  const path = key.slice('details.'.length);
  return {
    id: key,
    header: path,
    width: '10rem',
    ...EXTRA_LINE,
    cell: (event) => (
      <span className={styles.detail}>
        {valuesAt(event.details, path.split('.'))
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
          .join(', ')}
      </span>
    ),
  };
};

/** The columns for these keys, in order. */
export const eventColumns = (options: ColumnOptions, keys: readonly ColumnKey[]): readonly EventColumn[] => {
  const named = namedColumns(options, keys.includes('message'));
  const isNamed = (key: ColumnKey): key is NamedColumn => key in named;
  return keys.map((key) => {
    const column = isNamed(key) ? { id: key, ...named[key] } : detailsColumn(key);
    return options.isBeside ? { ...column, isDroppedFirst: !PANEL_COLUMNS.has(key) } : column;
  });
};
