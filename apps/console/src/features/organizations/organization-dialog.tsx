import type { Organization } from '@portico/contracts/http/orgs';
import { Dialog, toast } from '@portico/ui';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { OrganizationForm } from './organization-form.tsx';
import { useOrganizationMutations } from './organizations.queries.ts';
import * as styles from './organizations-screen.css.ts';

export type OrganizationDialogProps = { onClose: () => void };

/** Creates an organization. */
export const CreateOrganizationDialog = ({ onClose }: OrganizationDialogProps) => {
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
export const EditOrganizationDialog = ({
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
