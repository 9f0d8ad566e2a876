import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, EmptyState, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { Join } from './join.tsx';
import { useMembershipMutations } from './membership-mutations.ts';
import { membershipsQuery } from './membership.queries.ts';
import * as styles from './organization-settings.css.ts';
import { OwnOrganizations, type OwnOrganizationsProps } from './own-organizations.tsx';
import { selectedOrganizations, selectOrganizations } from './selected-organizations.ts';

export type OrganizationSettingsProps = {
  approvalFlow: boolean;
  onClose: () => void;
  /** What waits for the viewer. */
  children?: ReactNode;
} & Pick<OwnOrganizationsProps, 'renderBilling' | 'renderMembers' | 'onInvite'>;

/** The viewer's organizations: pick those to be shown, join, create or leave one. */
export const OrganizationSettings = (props: OrganizationSettingsProps) => {
  const api = useApi();
  const { approvalFlow, renderBilling, renderMembers, onInvite, onClose, children } = props;
  const query = useQuery(membershipsQuery(api));
  const { data, isError } = query;
  const { unassign } = useMembershipMutations();
  const leave = (organizationId: number) =>
    unassign.mutate(organizationId, {
      onSuccess: () => selectOrganizations(selectedOrganizations().filter((id) => id !== organizationId)),
    });
  const own = () => {
    if (data === undefined && isError)
      return <LoadFailure isInside title="Your organizations could not be loaded" query={query} />;
    if (data === undefined) return <Skeleton height="6rem" />;
    if (data.data.length === 0) return <EmptyState icon={Building2} title="Your are not assigned to an Organization" />;
    return (
      <>
        <p className={styles.text}>
          The dashboard shows the events of the organizations that are switched on, or of all of them when none is.
        </p>
        <OwnOrganizations memberships={data.data} onUnassign={leave} {...{ renderBilling, renderMembers, onInvite }} />
      </>
    );
  };
  return (
    <Dialog title="Organization Settings" onClose={onClose}>
      <div className={styles.content}>
        {children}
        {own()}
        <Join approvalFlow={approvalFlow} />
      </div>
    </Dialog>
  );
};
