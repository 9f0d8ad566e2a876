import { errorText, type ApiClient } from '@portico/api-client';
import type { Organization } from '@portico/contracts/http/orgs';
import { DeleteConfirmation, toast } from '@portico/ui';
import { useOrganizationMutations } from './organizations.queries.ts';

export type DeleteOrganizationDialogProps = { api: ApiClient; organization: Organization; onClose: () => void };

/** Asks before an organization is deleted; a refusal is said in the dialog, which stays. */
export const DeleteOrganizationDialog = ({ api, organization, onClose }: DeleteOrganizationDialogProps) => {
  const { mutate, isPending, error } = useOrganizationMutations(api).remove;
  const onSuccess = () => {
    toast('success', 'Organization deleted!', `Organization ${organization.name} deleted successfully!`);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="organization"
      identifier={organization.name}
      onDelete={() => mutate(organization, { onSuccess })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};
