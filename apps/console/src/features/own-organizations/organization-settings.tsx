import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import { Button, Combobox, Dialog, EmptyState, Skeleton, type ComboboxItem } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';
import { membershipsQuery, useMembershipMutations } from './membership.queries.ts';
import * as styles from './organization-settings.css.ts';
import { OwnOrganizations } from './own-organizations.tsx';
import { selectedOrganizations, selectOrganizations } from './selected-organizations.ts';

export type OrganizationSettingsProps = { api: ApiClient; approvalFlow: boolean; onClose: () => void };

/** Finds an organization to join, or makes a new one. */
const Join = ({ api, approvalFlow }: Omit<OrganizationSettingsProps, 'onClose'>) => {
  const { assign, create } = useMembershipMutations(api);
  const { data } = useQuery(membershipsQuery(api));
  const [picked, setPicked] = useState<number | null>(null);
  // One that the viewer is in already, because they have just made it, is not asked for.
  const wanted = data?.data.some(({ organization }) => organization.id === picked) === true ? null : picked;
  const ask = () => wanted !== null && assign.mutate(wanted, { onSuccess: () => setPicked(null) });
  /** The field shows what went wrong in the words that every part of the console uses. */
  const onCreate = (name: string): Promise<ComboboxItem<number>> =>
    create.mutateAsync(name).catch((error: unknown) => {
      throw new Error(errorText(error), { cause: error });
    });
  return (
    <div className={styles.join}>
      <Combobox
        label="Organization"
        value={wanted}
        onChange={(id) => setPicked(id)}
        load={findOrganizations(api)}
        onCreate={onCreate}
        placeholder="Find or create an organization"
        searchPlaceholder="Search organizations..."
        {...(approvalFlow && { description: 'An administrator reviews your request.' })}
      />
      <div className={besideField}>
        <Button onPress={ask} isDisabled={wanted === null} isLoading={assign.isPending}>
          Assign
        </Button>
      </div>
    </div>
  );
};

/** The viewer's organizations: pick those to be shown, join, create or leave one. */
export const OrganizationSettings = ({ api, approvalFlow, onClose }: OrganizationSettingsProps) => {
  const query = useQuery(membershipsQuery(api));
  const { data, isError } = query;
  const { unassign } = useMembershipMutations(api);
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
        <OwnOrganizations memberships={data.data} onUnassign={leave} />
      </>
    );
  };
  return (
    <Dialog title="Organization Settings" onClose={onClose}>
      <div className={styles.content}>
        {own()}
        <Join api={api} approvalFlow={approvalFlow} />
      </div>
    </Dialog>
  );
};
