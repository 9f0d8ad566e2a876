import { useState } from 'react';
import type { Integration } from '@portico/contracts/http/integrations';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { tellSuccess } from '../../../shared/messages/toasts.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { useIntegrationMutations } from '../integrations.queries.ts';
import * as styles from './page.css.ts';

/** An integration's settings: the same form as in the edit dialog. Only changed fields are sent. */
export const SettingsTab = ({ integration }: { integration: Integration }) => {
  const { update } = useIntegrationMutations();
  // The form's key: each save increments the key, which resets the form to the saved values.
  const [saves, setSaves] = useState(0);
  return (
    <div className={styles.form}>
      <IntegrationForm
        key={saves}
        label="Settings"
        integration={integration}
        submitText="Save changes"
        onSubmit={async (_, change) => {
          await withToasts(
            update.mutateAsync({ id: integration.id, change }),
            ({ name }) => tellSuccess('integrationUpdated', name),
            'integrationUpdate',
          );
          setSaves((count) => count + 1);
        }}
      />
    </div>
  );
};
