import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListedOrganization } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { organizationListQuery } from './organizations.queries.ts';
import { CreateOrganizationDialog, EditOrganizationDialog } from './organization-dialog.tsx';
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx';
import { AssignUsersDialog } from './assign-users-dialog.tsx';

type Opened = { dialog: 'create' } | { dialog: 'edit' | 'delete' | 'assign'; organization: ListedOrganization };

export type OrganizationsScreenProps = {
  /** Whether those who join are to be approved. */
  approvalFlow: boolean;
  search: ListSearch;
  onMembers: (organization: ListedOrganization) => void;
  onInvite: (organization: ListedOrganization) => void;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
};

/** Organizations and who belongs to them, for administrators. */
export const OrganizationsScreen = ({
  approvalFlow,
  search,
  onMembers,
  onInvite,
  onSearchChange,
}: OrganizationsScreenProps) => {
  const api = useApi();
  const query = useQuery(organizationListQuery(api, search));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useMemo(
    () =>
      organizationColumns({
        onAssign: (organization) => setOpened({ dialog: 'assign', organization }),
        onMembers,
        onInvite,
        onDelete: (organization) => setOpened({ dialog: 'delete', organization }),
      }),
    [onInvite, onMembers],
  );
  return (
    <>
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
        onOpen={(organization) => setOpened({ dialog: 'edit', organization })}
      />
      {opened?.dialog === 'create' && <CreateOrganizationDialog onClose={close} />}
      {opened?.dialog === 'edit' && <EditOrganizationDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteOrganizationDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === 'assign' && (
        <AssignUsersDialog approvalFlow={approvalFlow} organization={opened.organization} onClose={close} />
      )}
    </>
  );
};
