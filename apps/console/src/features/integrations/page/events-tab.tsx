import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { EventRow } from '@portico/contracts/http/events';
import type { Integration } from '@portico/contracts/http/integrations';
import { buttonClass, EmptyState, StatusTag, Table, type Column } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { eventsHref } from '../../../shared/health/hrefs.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { newestEventsQuery } from '../health.queries.ts';
import * as styles from './page.css.ts';

const columnsOf = (integration: Integration): readonly Column<EventRow>[] => [
  {
    id: 'event',
    header: 'Event',
    inCard: 'title',
    cell: ({ event_name, trace_id, source_id, id }) => (
      <a className={styles.link} href={eventsHref(integration, { open: `${trace_id}-${source_id}.${id}` })}>
        {event_name}
      </a>
    ),
  },
  { id: 'message', header: 'Message', inCard: 'line', cell: ({ details }) => details.message },
  { id: 'at', header: 'Timestamp', inCard: 'note', cell: ({ timestamp }) => <Ago at={timestamp} /> },
  { id: 'status', header: 'Status', inCard: 'titleEnd', cell: ({ result }) => <StatusTag status={result} /> },
];

/** The newest events of an integration, and the way to all of them. */
export const EventsTab = ({ integration }: { integration: Integration }) => {
  const api = useApi();
  const query = useQuery(newestEventsQuery(api, integration.id));
  if (query.isError && query.data === undefined)
    return <LoadFailure title="Events could not be loaded" query={query} />;
  return (
    <div className={styles.stack}>
      <div className={styles.links}>
        <a className={buttonClass({ variant: 'secondary' })} href={eventsHref(integration)}>
          All events
        </a>
        <a className={buttonClass({ variant: 'secondary' })} href={eventsHref(integration, { status: 'FAILURE' })}>
          Failures
        </a>
      </div>
      <Table
        label={`Newest events of ${integration.name}`}
        columns={columnsOf(integration)}
        rows={query.data?.data}
        rowKey={({ source_id, id }) => `${source_id}.${id}`}
        density="comfortable"
        empty={<EmptyState icon={SearchX} title="No events yet." />}
      />
    </div>
  );
};
