import { errorText } from '@portico/api-client';
import type { Integration } from '@portico/contracts/http/integrations';
import { DeleteConfirmation } from '@portico/ui';
import { tellFailure, tellSuccess } from '../../shared/messages/toasts.ts';
import { useIntegrationMutations } from './integrations.queries.ts';

export type DeleteIntegrationDialogProps = { integration: Integration; onClose: () => void };

const onError = (refusal: unknown) => tellFailure('integrationDelete', refusal);

/** Asks before an integration is deleted; a failure is shown in a toast and in the dialog, which stays open. */
export const DeleteIntegrationDialog = ({ integration, onClose }: DeleteIntegrationDialogProps) => {
  const { mutate, isPending, error } = useIntegrationMutations().remove;
  const onSuccess = () => {
    tellSuccess('integrationDeleted', integration.name);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="integration"
      identifier={integration.name}
      onDelete={() => mutate(integration, { onSuccess, onError })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};
