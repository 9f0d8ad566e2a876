import type { Integration } from '@portico/contracts/http/integrations';
import { Dialog } from '@portico/ui';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { tellSuccess } from '../../shared/messages/toasts.ts';
import { IntegrationForm } from './integration-form.tsx';
import { useIntegrationMutations } from './integrations.queries.ts';
import * as styles from './integrations-screen.css.ts';

export type IntegrationDialogProps = { onClose: () => void };

/** Creates an integration. */
export const CreateIntegrationDialog = ({ onClose }: IntegrationDialogProps) => {
  const { create } = useIntegrationMutations();
  return (
    <Dialog title="Create integration" onClose={onClose}>
      <p className={styles.description}>Fill in the form to create a new integration</p>
      <IntegrationForm
        label="Create integration"
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
  integration,
  onClose,
}: IntegrationDialogProps & { integration: Integration }) => {
  const { update } = useIntegrationMutations();
  return (
    <Dialog title={`Edit integration ${integration.name}`} onClose={onClose}>
      <p className={styles.description}>Update the integrations&apos;s information</p>
      <IntegrationForm
        label="Edit integration"
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
