import type { ApiClient } from '@portico/api-client';
import type { Integration } from '@portico/contracts/http/integrations';
import { Dialog } from '@portico/ui';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { IntegrationForm } from './integration-form.tsx';
import { useIntegrationMutations } from './integrations.queries.ts';
import * as styles from './integrations-screen.css.ts';

export type IntegrationDialogProps = { api: ApiClient; onClose: () => void };

/** Creates an integration. */
export const CreateIntegrationDialog = ({ api, onClose }: IntegrationDialogProps) => {
  const { create } = useIntegrationMutations(api);
  return (
    <Dialog title="Create integration" onClose={onClose}>
      <p className={styles.description}>Fill in the form to create a new integration</p>
      <IntegrationForm
        label="Create integration"
        api={api}
        submitText="Create integration"
        onSubmit={async (values) => {
          await withToasts(
            create.mutateAsync(values),
            ({ name }) => tellSuccess('integrationCreated', name),
            'integrationCreate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

/** Changes an integration. Only what was changed is sent: what somebody else changed meanwhile stays. */
export const EditIntegrationDialog = ({
  api,
  integration,
  onClose,
}: IntegrationDialogProps & { integration: Integration }) => {
  const { update } = useIntegrationMutations(api);
  return (
    <Dialog title={`Edit integration ${integration.name}`} onClose={onClose}>
      <p className={styles.description}>Update the integrations&apos;s information</p>
      <IntegrationForm
        label="Edit integration"
        api={api}
        integration={integration}
        submitText="Save changes"
        onSubmit={async (_, change) => {
          await withToasts(
            update.mutateAsync({ id: integration.id, change }),
            ({ name }) => tellSuccess('integrationUpdated', name),
            'integrationUpdate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};
