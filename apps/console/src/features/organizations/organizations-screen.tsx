import { toast, Dialog } from '@portico/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListedOrganization } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { organizationListQuery, useOrganizationMutations } from './organizations.queries.ts';
import { AssignUsersDialog } from './assign-users-dialog.tsx';
import { DeleteOrganizationDialog } from './delete-organization-dialog.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { OrganizationForm } from './organization-form.tsx';
import * as styles from './organizations-screen.css.ts';

/** Creates an organization. */
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

type Opened = { dialog: 'create' } | { dialog: 'delete' | 'assign'; organization: ListedOrganization };

export type OrganizationsScreenProps = {
  /** Whether those who join are to be approved. */
  approvalFlow: boolean;
  search: ListSearch;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
  /** Opens the page of an organization, or the people on it. */
  onOpen: (organization: ListedOrganization) => void;
  onPeople: (organization: ListedOrganization) => void;
};

/** Organizations and who belongs to them, for administrators. */
export const OrganizationsScreen = (props: OrganizationsScreenProps) => {
  const { approvalFlow, search, onSearchChange, onOpen, onPeople } = props;
  const api = useApi();
  const query = useQuery(organizationListQuery(api, search));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useMemo(
    () =>
      organizationColumns({
        onAction: (dialog, organization) => {
          if (dialog === 'assign' || dialog === 'delete') setOpened({ dialog, organization });
          else onPeople(organization);
        },
      }),
    [onPeople],
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
        onOpen={onOpen}
      />
      {opened?.dialog === 'create' && <CreateOrganizationDialog onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteOrganizationDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === 'assign' && (
        <AssignUsersDialog approvalFlow={approvalFlow} organization={opened.organization} onClose={close} />
      )}
    </>
  );
};
