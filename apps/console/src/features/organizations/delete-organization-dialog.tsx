import { errorText } from '@portico/api-client';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { DeleteConfirmation, toast } from '@portico/ui';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { useOrganizationMutations } from './organizations.queries.ts';

type DeleteOrganizationDialogProps = {
  organization: OrganizationSummary;
  onDeleted?: () => void;
  onClose: () => void;
};

const onError = (refusal: unknown) => tellFailure('organizationDelete', refusal);

/** Asks before deleting an organization. A failure appears in a toast and in the dialog, which stays open. */
export const DeleteOrganizationDialog = ({ organization, onDeleted, onClose }: DeleteOrganizationDialogProps) => {
  const { mutate, isPending, error } = useOrganizationMutations().remove;
  const onSuccess = () => {
    toast('success', 'Organization deleted!', `Organization ${organization.name} deleted successfully!`);
    onClose();
    onDeleted?.();
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
