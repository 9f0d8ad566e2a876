import { useQuery } from '@tanstack/react-query';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { useApi } from '../../api/use-api.ts';
import { membershipsQuery } from './membership.queries.ts';
import { chosenOrganization, selectedOrganizations } from './selected-organizations.ts';

export type OneOrganization = {
  /** Null if there is no organization; undefined while loading. */
  organization: OrganizationSummary | null | undefined;
  /** The organizations that the viewer manages. For an administrator, the organizations that the administrator is a member of. */
  own: readonly OrganizationSummary[];
  /** Whether the viewer is a member, but does not manage any organization. */
  isNoManager: boolean;
};

const NO_ORGANIZATIONS: readonly OrganizationSummary[] = [];

/**
 * The organization that the viewer pays for, which is the organization that the viewer chose last. If the viewer has not chosen one, it is
 * an organization that the viewer manages, preferably one that the viewer selected in the settings.
 * @param isAdmin administrators may choose any organization
 */
export const useOneOrganization = (isAdmin: boolean): OneOrganization => {
  const api = useApi();
  const chosen = chosenOrganization.useValue();
  const selected = selectedOrganizations.useValue();
  const { data, isError } = useQuery(membershipsQuery(api));
  if (data === undefined && !isError)
    return { organization: isAdmin && chosen ? chosen : undefined, own: NO_ORGANIZATIONS, isNoManager: false };
  const joined = data?.data.filter(({ approved }) => approved) ?? [];
  const own = joined.filter(({ role }) => isAdmin || role === 'manager').map(({ organization }) => organization);
  const allowed = own.find(({ id }) => id === chosen?.id) ?? (isAdmin ? chosen : null);
  return {
    organization: allowed ?? own.find(({ id }) => selected.includes(id)) ?? own[0] ?? null,
    own,
    isNoManager: joined.length > 0 && own.length === 0,
  };
};
