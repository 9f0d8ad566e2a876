import { errorText } from '@portico/api-client';
import { DeleteConfirmation, toast, Dialog } from '@portico/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListedOrganization, Organization } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import type { ListSearch } from '../../shared/lists/list-search.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { organizationListQuery, useOrganizationMutations } from './organizations.queries.ts';
import { AssignUsersDialog } from './assign-users-dialog.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { OrganizationForm } from './organization-form.tsx';
import * as styles from './organizations-screen.css.ts';

type OrganizationDialogProps = { onClose: () => void };

/** Creates an organization. */
const CreateOrganizationDialog = ({ onClose }: OrganizationDialogProps) => {
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

/** Changes an organization. Only what was changed is sent: what somebody else changed meanwhile stays. */
const EditOrganizationDialog = ({
  organization,
  onClose,
}: OrganizationDialogProps & { organization: Organization }) => {
  const { update } = useOrganizationMutations();
  return (
    <Dialog title={`Edit organization ${organization.name}`} onClose={onClose}>
      <p className={styles.description}>Update the organization&apos;s information</p>
      <OrganizationForm
        label="Edit organization"
        organization={organization}
        submitText="Save changes"
        onSubmit={async (_, change) => {
          await withToasts(
            update.mutateAsync({ id: organization.id, change }),
            ({ name }) => toast('success', 'Organization updated!', `Organization ${name} updated successfully!`),
            'organizationUpdate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

type DeleteOrganizationDialogProps = { organization: Organization; onClose: () => void };

const onError = (refusal: unknown) => tellFailure('organizationDelete', refusal);

/** Asks before an organization is deleted; a failure is shown in a toast and in the dialog, which stays open. */
const DeleteOrganizationDialog = ({ organization, onClose }: DeleteOrganizationDialogProps) => {
  const { mutate, isPending, error } = useOrganizationMutations().remove;
  const onSuccess = () => {
    toast('success', 'Organization deleted!', `Organization ${organization.name} deleted successfully!`);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="organization"
      identifier={organization.name}
      onDelete={() => mutate(organization, { onSuccess, onError })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};

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
