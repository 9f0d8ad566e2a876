import { errorText, type ApiClient } from '@portico/api-client';
import type { Integration } from '@portico/contracts/http/integrations';
import { DeleteConfirmation } from '@portico/ui';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { useIntegrationMutations } from './integrations.queries.ts';

export type DeleteIntegrationDialogProps = { api: ApiClient; integration: Integration; onClose: () => void };

/** Asks before an integration is deleted; a refusal is said in the dialog, which stays. */
export const DeleteIntegrationDialog = ({ api, integration, onClose }: DeleteIntegrationDialogProps) => {
  const { mutate, isPending, error } = useIntegrationMutations(api).remove;
  const onSuccess = () => {
    tellSuccess('integrationDeleted', integration.name);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="integration"
      identifier={integration.name}
      onDelete={() => mutate(integration, { onSuccess })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};
