import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Alert, Button, Note, Skeleton, Stack } from '@portico/ui';
import { OrganizationField } from '../../../features/own-organizations/organization-field.tsx';
import type { OneOrganization } from '../../../features/own-organizations/use-one-organization.ts';
import { OrganizationSettings } from '../../../app/shell/organization-settings.tsx';

/** The paying organization. A buyer without an organization can create or join one in a dialog. The dialog then stays open. */
export const Payer = ({ organization, own, isNoManager }: OneOrganization) => {
  const { user } = useRouteContext({ from: '/_portal' });
  const [isOpen, setIsOpen] = useState(false);
  const isViewerAdmin = isAdmin(user.usertype);
  if (organization === undefined) return <Skeleton height="3.75rem" />;
  return (
    <>
      {(organization !== null || isViewerAdmin) && (
        <Stack gap={1}>
          <Note>Organization</Note>
          <OrganizationField isAdmin={isViewerAdmin} {...{ organization, own }} />
        </Stack>
      )}
      {organization === null && isViewerAdmin && (
        <Alert variant="info" title="Choose the organization that pays to check out" />
      )}
      {organization === null && !isViewerAdmin && (
        <>
          {isNoManager ? (
            <Alert variant="info" title="Only managers can pay">
              Ask a manager of your organization to check out, or create another organization.
            </Alert>
          ) : (
            <Alert variant="warning" title="Organization not found">
              Please create or connect an organization first
            </Alert>
          )}
          <Button variant="secondary" aria-haspopup="dialog" onPress={() => setIsOpen(true)}>
            Organization Settings
          </Button>
        </>
      )}
      {isOpen && <OrganizationSettings onClose={() => setIsOpen(false)} />}
    </>
  );
};
