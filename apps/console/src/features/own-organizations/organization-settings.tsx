import type { OrganizationSummary, OwnMembership } from '@portico/contracts/http/memberships';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, EmptyState, Stack, Switch } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { Join } from './join.tsx';
import { useMembershipMutations } from './membership-mutations.ts';
import { membershipsQuery } from './membership.queries.ts';
import * as styles from './organization-settings.css.ts';
import { selectedOrganizations } from './selected-organizations.ts';

type OwnOrganizationsProps = {
  memberships: readonly OwnMembership[];
  onUnassign: (organizationId: number) => void;
  renderLink: (organization: OrganizationSummary) => ReactNode;
};

const OwnOrganizations = (props: OwnOrganizationsProps) => {
  const { memberships, onUnassign, renderLink } = props;
  const selected = selectedOrganizations.useValue();
  const show = (id: number, isShown: boolean) =>
    selectedOrganizations.set([...selected.filter((other) => other !== id), ...(isShown ? [id] : [])]);
  return (
    <ul className={styles.list} aria-label="Your organizations">
      {memberships.map(({ organization: { id, name }, approved }) => (
        <li key={id} className={styles.row}>
          <div className={styles.name}>
            <Switch
              label={name}
              value={approved && selected.includes(id)}
              onChange={(isShown) => show(id, isShown)}
              isDisabled={!approved}
            />
          </div>
          {!approved && <span className={styles.pending}>Pending approval</span>}
          {approved && renderLink({ id, name })}
          <RowButton text="Unassign" target={name} onPress={() => onUnassign(id)} />
        </li>
      ))}
    </ul>
  );
};

type OrganizationSettingsProps = {
  approvalFlow: boolean;
  onClose: () => void;
  /** The open invitations of the viewer. */
  children?: ReactNode;
} & Pick<OwnOrganizationsProps, 'renderLink'>;

/** Lets the viewer select, join, create and leave organizations. */
export const OrganizationSettings = (props: OrganizationSettingsProps) => {
  const api = useApi();
  const { approvalFlow, renderLink, onClose, children } = props;
  const query = useQuery(membershipsQuery(api));
  const { data } = query;
  const { unassign } = useMembershipMutations();
  const leave = (organizationId: number) =>
    unassign.mutate(organizationId, {
      onSuccess: () => selectedOrganizations.set(selectedOrganizations.get().filter((id) => id !== organizationId)),
    });
  const own = () => {
    if (!data) return <LoadState isInside title="Your organizations could not be loaded" query={query} height="6rem" />;
    if (data.data.length === 0) return <EmptyState icon={Building2} title="Your are not assigned to an Organization" />;
    return (
      <>
        <p className={styles.text}>
          The dashboard shows events of the organizations that you switch on. If you switch on none, it shows all.
        </p>
        <OwnOrganizations memberships={data.data} onUnassign={leave} renderLink={renderLink} />
      </>
    );
  };
  return (
    <Dialog title="Organization Settings" onClose={onClose}>
      <Stack gap={5}>
        {children}
        {own()}
        <Join approvalFlow={approvalFlow} />
      </Stack>
    </Dialog>
  );
};
