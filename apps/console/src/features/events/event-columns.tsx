import type { EventRow } from '@portico/contracts/http/events';
import { formatTime, StatusTag, type Column } from '@portico/ui';
import * as styles from './events-screen.css.ts';

/** What the directory does not know (yet) is named by its id. */
export const eventColumns: readonly Column<EventRow>[] = [
  {
    id: 'integration',
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
  { id: 'type', header: 'Type', inCard: 'noteNext', cell: (event) => event.source_type },
  {
    id: 'event',
    header: 'Event',
    inCard: 'line',
    cell: (event) => <span className={styles.eventName}>{event.event_name}</span>,
  },
  {
    id: 'timestamp',
    header: 'Timestamp',
    inCard: 'noteEnd',
    cell: (event) => <time dateTime={event.timestamp}>{formatTime(event.timestamp)}</time>,
  },
  { id: 'status', header: 'Status', inCard: 'titleEnd', cell: (event) => <StatusTag status={event.result} /> },
  {
    id: 'severity',
    header: 'Severity',
    inCard: 'lineEnd',
    cell: (event) => (
      <span className={styles.severity} data-severity={event.severity_text}>
        {event.severity_text}
      </span>
    ),
  },
];
