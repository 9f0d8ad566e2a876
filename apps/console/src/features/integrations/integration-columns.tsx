import type { Integration } from '@portico/contracts/http/integrations';
import { Button, buttonClass, type Column } from '@portico/ui';
import { rowActions } from '@portico/ui/styles';
import { Ago } from '../../shared/health/ago.tsx';
import { integrationHref } from '../../shared/health/hrefs.ts';
import { healthColumns, type Known } from './health-columns.tsx';
import * as styles from './integrations-screen.css.ts';

const organizationOf = ({ organization, organizationId, active }: Integration) => {
  if (organizationId === null)
    return <span className={styles.subtle}>{active ? 'None: its events are rejected' : 'None'}</span>;
  return organization?.name ?? `Organization ${organizationId}`;
};

/** Links to the integration's page. An integration that never received an event has no health yet: its link opens Connect. */
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
    cell: ({ name, displayName }) => (
      <span className={styles.names}>
        {name}
        {displayName !== null && <span className={styles.displayName}>{displayName}</span>}
      </span>
    ),
  },
  {
    id: 'id',
    header: 'ID',
    inCard: 'noteNext',
    isNamedInCard: true,
    cell: ({ id }) => <span className={styles.subtle}>{id}</span>,
  },
  { id: 'organization', header: 'Organization', inCard: 'line', cell: organizationOf },
  { id: 'type', header: 'Type', inCard: 'lineEnd', cell: ({ integrationType }) => integrationType },
  {
    id: 'status',
    header: 'Status',
    inCard: 'titleEnd',
    cell: ({ active }) => (
      <span className={styles.state} {...(active && { 'data-active': true })}>
        {active ? 'active' : 'inactive'}
      </span>
    ),
  },
  ...healthColumns(known),
  // Beside so many others it is said in short; pointing at it shows the time.
  {
    id: 'created',
    header: 'Created',
    inCard: 'note',
    isNamedInCard: true,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'noteEnd',
    cell: (integration) => (
      <span className={rowActions}>
        <PageLink integration={integration} isUnused={known.health.get(integration.id)?.last_at === null} />
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Delete ${integration.name}`}
          onPress={() => onDelete(integration)}
        >
          Delete
        </Button>
      </span>
    ),
  },
];
