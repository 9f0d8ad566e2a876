import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { Integration } from '@portico/contracts/http/integrations';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { Badge, buttonClass, EmptyState, Table, type Column } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { rejectedHref } from '../../../shared/health/hrefs.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { newestRejectedQuery } from '../health.queries.ts';
import * as styles from './page.css.ts';

const COLUMNS: readonly Column<RejectedEvent>[] = [
  { id: 'reason', header: 'Reason', inCard: 'title', cell: ({ rejection }) => rejection.reason },
  {
    id: 'event',
    header: 'Event ID',
    inCard: 'line',
    isNamedInCard: true,
    cell: ({ event_id }) => event_id ?? 'none',
  },
  { id: 'at', header: 'Published', inCard: 'note', cell: ({ published_at }) => <Ago at={published_at} /> },
  {
    id: 'state',
    header: 'State',
    inCard: 'titleEnd',
    cell: ({ isListed }) => (isListed ? <Badge tone="success">Corrected</Badge> : <Badge>Rejected</Badge>),
  },
];

/** What was rejected last of an integration, and the way to all of it, where it is corrected. */
export const RejectedTab = ({ integration }: { integration: Integration }) => {
  const api = useApi();
  const query = useQuery(newestRejectedQuery(api, integration.id));
  if (query.isError && query.data === undefined)
    return <LoadFailure title="Rejected events could not be loaded" query={query} />;
  return (
    <div className={styles.stack}>
      <div className={styles.links}>
        <a className={buttonClass({ variant: 'secondary' })} href={rejectedHref(integration.id)}>
          All rejected events
        </a>
      </div>
      <Table
        label={`Newest rejected events of ${integration.name}`}
        columns={COLUMNS}
        rows={query.data?.data}
        rowKey={({ id }) => id}
        density="comfortable"
        empty={<EmptyState icon={ShieldCheck} title="Nothing was rejected." />}
      />
    </div>
  );
};
