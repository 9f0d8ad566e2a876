import type { ListedOrganization } from '@portico/contracts/http/orgs';
import { Button, formatNumber, type Column } from '@portico/ui';
import { rowActions } from '@portico/ui/styles';
import { createdColumn } from '../../shared/lists/created-column.tsx';
import * as styles from './organizations-screen.css.ts';

export type OrganizationActions = {
  onAssign: (organization: ListedOrganization) => void;
  onMembers: (organization: ListedOrganization) => void;
  onInvite: (organization: ListedOrganization) => void;
  onDelete: (organization: ListedOrganization) => void;
};

export const organizationColumns = ({
  onAssign,
  onMembers,
  onInvite,
  onDelete,
}: OrganizationActions): readonly Column<ListedOrganization>[] => [
  { id: 'name', header: 'Name', inCard: 'title', cell: ({ name }) => name },
  {
    id: 'billingEmail',
    header: 'Billing email',
    inCard: 'line',
    cell: ({ billingEmail }) => billingEmail ?? <span className={styles.subtle}>None</span>,
  },
  {
    id: 'users',
    header: 'Users',
    inCard: 'titleEnd',
    isNamedInCard: true,
    cell: ({ memberCount, pendingCount }) => (
      <span className={styles.users}>
        {formatNumber(memberCount)}
        {pendingCount > 0 && <span className={styles.pending}>{formatNumber(pendingCount)} to approve</span>}
      </span>
    ),
  },
  createdColumn(),
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'noteEnd',
    cell: (organization) => (
      <span className={rowActions}>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Assign users to ${organization.name}`}
          onPress={() => onAssign(organization)}
        >
          Assign users
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Roles of the members of ${organization.name}`}
          onPress={() => onMembers(organization)}
        >
          Roles
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Invite people to ${organization.name}`}
          onPress={() => onInvite(organization)}
        >
          Invite
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Delete ${organization.name}`}
          onPress={() => onDelete(organization)}
        >
          Delete
        </Button>
      </span>
    ),
  },
];
