import type { EventRow } from '@portico/contracts/http/events';
import { formatTime, StatusTag, type Column, type TimeZone } from '@portico/ui';
import * as styles from './events-screen.css.ts';
import { SeverityText } from './severity-text.tsx';

/**
 * What the directory does not know (yet) is named by its id. The organization, whose name may be long, has what the other
 * columns leave. @param zone by whose clock times are shown
 */
export const eventColumns = (zone: TimeZone): readonly Column<EventRow>[] => [
  {
    id: 'integration',
    width: '14%',
    header: 'Integration',
    inCard: 'title',
    cell: (event) => event.integration ?? `Integration ${event.source_id}`,
  },
  {
    id: 'organization',
    header: 'Organization',
    inCard: 'note',
    cell: (event) => event.organization ?? `Organization ${event.organization_id}`,
  },
  { id: 'type', width: '9%', header: 'Type', inCard: 'noteNext', cell: (event) => event.source_type },
  {
    id: 'event',
    width: '17.5%',
    header: 'Event',
    inCard: 'line',
    cell: (event) => <span className={styles.eventName}>{event.event_name}</span>,
  },
  {
    id: 'timestamp',
    width: '12.5rem',
    header: zone === 'utc' ? 'Timestamp (UTC)' : 'Timestamp',
    inCard: 'noteEnd',
    cell: (event) => <time dateTime={event.timestamp}>{formatTime(event.timestamp, zone)}</time>,
  },
  {
    id: 'status',
    width: '6.75rem',
    header: 'Status',
    inCard: 'titleEnd',
    cell: (event) => <StatusTag status={event.result} />,
  },
  {
    id: 'severity',
    width: '5rem',
    header: 'Severity',
    inCard: 'lineEnd',
    cell: (event) => <SeverityText severity={event.severity_text} />,
  },
];
