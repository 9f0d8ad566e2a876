import { useState } from 'react';
import type { Integration } from '@portico/contracts/http/integrations';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { tellSuccess } from '../../../shared/messages/toasts.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { useIntegrationMutations } from '../integrations.queries.ts';
import * as styles from './page.css.ts';

/** The same form as in the dialog of the list. Only what was changed is sent. */
export const SettingsTab = ({ integration }: { integration: Integration }) => {
  const { update } = useIntegrationMutations();
  // After each save the form begins with what was saved.
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
