import type { Integration } from '@portico/contracts/http/integrations';
import { Button, type Column } from '@portico/ui';
import { rowActions } from '@portico/ui/styles';
import { createdColumn } from '../../shared/lists/created-column.tsx';
import * as styles from './integrations-screen.css.ts';

const organizationOf = ({ organization, organizationId, active }: Integration) => {
  if (organizationId === null)
    return <span className={styles.subtle}>{active ? 'None: its events are rejected' : 'None'}</span>;
  return organization?.name ?? `Organization ${organizationId}`;
};

export const integrationColumns = (onDelete: (integration: Integration) => void): readonly Column<Integration>[] => [
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
  createdColumn(),
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'noteEnd',
    cell: (integration) => (
      <span className={rowActions}>
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
