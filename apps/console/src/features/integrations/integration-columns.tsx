import { Trash2 } from 'lucide-react';
import type { Integration } from '@portico/contracts/http/integrations';
import { Button, buttonClass, Icon, type Column } from '@portico/ui';
import { rowActions } from '@portico/ui/styles';
import { Ago } from '../../shared/health/ago.tsx';
import { integrationHref } from '../../shared/health/hrefs.ts';
import { healthColumns, type Known } from './health-columns.tsx';
import * as styles from './integrations-screen.css.ts';

const organizationOf = ({ organization, organizationId, active }: Integration) => {
  if (organizationId === null)
    return <span className={styles.subtle}>{active ? 'No organization: events are rejected' : 'None'}</span>;
  return organization?.name ?? `Organization ${organizationId}`;
};

/** Links to the integration's page. An integration without events links to Connect instead, because there is no health data yet. */
const PageLink = ({ integration: { id, name }, isUnused }: { integration: Integration; isUnused: boolean }) => (
  <a
    className={buttonClass({ variant: 'ghost', size: 'sm' })}
    aria-label={isUnused ? `Connect ${name}` : `Health of ${name}`}
    href={isUnused ? `${integrationHref(id)}?tab=connect` : integrationHref(id)}
  >
    {isUnused ? 'Connect' : 'Health'}
  </a>
);

export const integrationColumns = (
  onDelete: (integration: Integration) => void,
  known: Known,
): readonly Column<Integration>[] => [
  {
    id: 'name',
    header: 'Name',
    inCard: 'title',
    isSortable: true,
    cell: ({ name, displayName }) => (
      <>
        {name}
        {displayName !== null && <span className={styles.displayName}>{displayName}</span>}
      </>
    ),
  },
  {
    id: 'id',
    header: 'ID',
    width: '3.25rem',
    inCard: 'noteNext',
    isNamedInCard: true,
    cell: ({ id }) => <span className={styles.subtle}>{id}</span>,
  },
  { id: 'organization', header: 'Organization', width: '12%', inCard: 'line', cell: organizationOf },
  {
    id: 'type',
    header: 'Type',
    width: '4.5rem',
    isDroppedFirst: true,
    inCard: 'lineEnd',
    cell: ({ integrationType }) => integrationType,
  },
  {
    id: 'status',
    header: 'Status',
    width: '5.5rem',
    inCard: 'titleEnd',
    cell: ({ active }) => (
      <span className={styles.state} {...(active && { 'data-active': true })}>
        {active ? 'active' : 'inactive'}
      </span>
    ),
  },
  ...healthColumns(known),
  // Shows the age instead of the time, to save width. The title shows the time.
  {
    id: 'created',
    header: 'Created',
    width: '6rem',
    isDroppedFirst: true,
    inCard: 'note',
    isNamedInCard: true,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: '7rem',
    inCard: 'noteEnd',
    cell: (integration) => (
      <span className={rowActions}>
        <PageLink integration={integration} isUnused={known.health.get(integration.id)?.last_at === null} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete ${integration.name}`}
          title="Delete"
          onPress={() => onDelete(integration)}
        >
          <Icon of={Trash2} />
        </Button>
      </span>
    ),
  },
];
