import { Ellipsis } from 'lucide-react';
import type { ListedOrganization } from '@portico/contracts/http/orgs';
import { buttonClass, formatNumber, Icon, MenuButton, type Column } from '@portico/ui';
import { createdColumn } from '../../shared/lists/created-column.tsx';
import * as styles from './organizations-screen.css.ts';

const ACTIONS = [
  { id: 'assign', text: 'Assign users' },
  { id: 'roles', text: 'Roles' },
  { id: 'invite', text: 'Invite' },
  { id: 'delete', text: 'Delete' },
] as const;
export type OrganizationAction = (typeof ACTIONS)[number]['id'];

export type OrganizationActions = { onAction: (action: OrganizationAction, organization: ListedOrganization) => void };

export const organizationColumns = ({ onAction }: OrganizationActions): readonly Column<ListedOrganization>[] => [
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
    width: '11rem',
    cell: ({ memberCount, pendingCount }) => (
      <span className={styles.users}>
        {formatNumber(memberCount)}
        {pendingCount > 0 && <span className={styles.pending}>{formatNumber(pendingCount)} to approve</span>}
      </span>
    ),
  },
  { ...createdColumn(), width: '13rem' },
  {
    id: 'actions',
    header: 'Actions',
    inCard: 'noteEnd',
    width: '5.5rem',
    cell: (organization) => (
      <MenuButton
        label={`Actions for ${organization.name}`}
        aria-label={`Actions for ${organization.name}`}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
        placement="bottom end"
        groups={[
          {
            entries: ACTIONS,
            onAction: (id) => {
              const action = ACTIONS.find((one) => one.id === id);
              if (action) onAction(action.id, organization);
            },
          },
        ]}
      >
        <Icon of={Ellipsis} />
      </MenuButton>
    ),
  },
];
