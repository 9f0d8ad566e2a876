import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { Button, EmptyState, Row, toast } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { grantsQuery } from '../../../shared/purchases/grants.queries.ts';
import { DeleteOrganizationDialog } from '../delete-organization-dialog.tsx';
import { OrganizationForm } from '../organization-form.tsx';
import * as styles from '../organizations-screen.css.ts';
import { PrivacySection } from '../privacy/privacy-section.tsx';
import { useOrganizationMutations } from '../organizations.queries.ts';

type OrganizationProfileProps = {
  id: number;
  mayManage: boolean;
  /** Returns to the list after a deletion. Only set for administrators, who may delete an organization. */
  onDeleted?: (() => void) | undefined;
};

/** The settings of an organization. Only changed fields are sent, so that other people's concurrent changes remain. */
export const OrganizationProfile = ({ id, mayManage, onDeleted }: OrganizationProfileProps) => {
  const { data: organization } = useQuery(grantsQuery(useApi(), id));
  const { update } = useOrganizationMutations();
  const [saved, setSaved] = useState(0);
  const [isDeleting, setIsDeleting] = useState(false);
  if (organization === undefined) return null;
  if (!mayManage)
    return (
      <EmptyState
        isFramed
        level={2}
        icon={Settings}
        title="Only managers change these settings"
        text={`Ask a manager of ${organization.name}. To leave the organization, open Organization Settings in the user menu.`}
      />
    );
  const restart = () => setSaved(saved + 1);
  return (
    <div className={styles.narrow}>
      <OrganizationForm
        key={saved}
        label="Edit organization"
        organization={organization}
        submitText="Save changes"
        isReferenceFixed={!onDeleted}
        onSubmit={async (_, change) => {
          await withToasts(
            update.mutateAsync({ id, change }),
            ({ name }) => toast('success', 'Organization updated!', `Organization ${name} updated successfully!`),
            'organizationUpdate',
          );
          restart();
        }}
        onCancel={restart}
      />
      <PrivacySection organizationId={id} />
      {onDeleted && (
        <Row>
          <Button variant="danger" onPress={() => setIsDeleting(true)}>
            Delete organization
          </Button>
        </Row>
      )}
      {isDeleting && (
        <DeleteOrganizationDialog
          organization={organization}
          onDeleted={onDeleted}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  );
};
