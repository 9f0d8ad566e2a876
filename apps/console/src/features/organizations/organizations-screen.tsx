import * as styles from './organizations-screen.css.ts';
import { toast, Dialog, buttonClass, formatNumber, Icon, MenuButton, Stack, type Column } from '@portico/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListedOrganization } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { organizationListQuery, useOrganizationMutations } from './organizations.queries.ts';
import { AssignUsersDialog } from './assign-users-dialog.tsx';
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { PrivacySection } from './privacy/privacy-section.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { Ellipsis } from 'lucide-react';
import { createdColumn } from '../../shared/lists/created-column.tsx';

const ACTIONS = [
  { id: 'assign', text: 'Assign users' },
  { id: 'roles', text: 'Roles' },
  { id: 'invite', text: 'Invite' },
  { id: 'delete', text: 'Delete' },
] as const;
type OrganizationAction = (typeof ACTIONS)[number]['id'];

const organizationColumns = (
  onAction: (action: OrganizationAction, organization: ListedOrganization) => void,
): readonly Column<ListedOrganization>[] => [
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

const CreateOrganizationDialog = ({ onClose }: { onClose: () => void }) => {
  const { create } = useOrganizationMutations();
  return (
    <Dialog title="Create organization" onClose={onClose}>
      <p className={styles.description}>Fill in the form to create a new organization</p>
      <OrganizationForm
        label="Create organization"
        submitText="Create organization"
        onSubmit={async (values) => {
          await withToasts(
            create.mutateAsync(values),
            ({ name }) => toast('success', 'Organization created!', `Organization ${name} created successfully!`),
            'organizationCreate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

type OpenDialog = { dialog: 'create' } | { dialog: 'delete' | 'assign'; organization: ListedOrganization };

type OrganizationsScreenProps = {
  /** Whether joining requires approval. */
  approvalFlow: boolean;
  search: ListSearch;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
  onOpen: (organization: ListedOrganization) => void;
  onPeople: (organization: ListedOrganization) => void;
};

export const OrganizationsScreen = (props: OrganizationsScreenProps) => {
  const { approvalFlow, search, onSearchChange, onOpen, onPeople } = props;
  const api = useApi();
  const query = useQuery(organizationListQuery(api, search));
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  const columns = useMemo(
    () =>
      organizationColumns((dialog, organization) => {
        if (dialog === 'assign' || dialog === 'delete') setOpened({ dialog, organization });
        else onPeople(organization);
      }),
    [onPeople],
  );
  return (
    <Stack gap={5}>
      <ListScreen
        heading="Organizations"
        searchFor="Search organizations..."
        addText="Add Organization"
        failure="Organizations could not be loaded"
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onAdd={() => setOpened({ dialog: 'create' })}
        onOpen={onOpen}
      />
      <PrivacySection organizationId={null} />
      {opened?.dialog === 'create' && <CreateOrganizationDialog onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteOrganizationDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === 'assign' && (
        <AssignUsersDialog approvalFlow={approvalFlow} organization={opened.organization} onClose={close} />
      )}
    </Stack>
  );
};
