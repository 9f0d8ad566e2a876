import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ApiClient } from '@portico/api-client';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { chosenOrganization, onChoice } from './chosen-organization.ts';
import { membershipsQuery } from './membership.queries.ts';
import { onSelection, selectedOrganizations } from './selected-organizations.ts';

export type OneOrganization = {
  /** Null when there is none; undefined until that is known. */
  organization: OrganizationSummary | null | undefined;
  /** The viewer's own organizations. */
  own: readonly OrganizationSummary[];
};

const NONE: readonly OrganizationSummary[] = [];

/**
 * The organization that the viewer pays for or manages: the one they chose, or else the first of their own, one that
 * the dashboard shows before the others.
 * @param isAdmin administrators may choose any organization
 */
export const useOneOrganization = (api: ApiClient, isAdmin: boolean): OneOrganization => {
  const chosen = useSyncExternalStore(onChoice, chosenOrganization);
  const selected = useSyncExternalStore(onSelection, selectedOrganizations);
  const { data, isError } = useQuery(membershipsQuery(api));
  if (data === undefined && !isError) return { organization: isAdmin && chosen ? chosen : undefined, own: NONE };
  const own = data?.data.filter(({ approved }) => approved).map(({ organization }) => organization) ?? NONE;
  const allowed = own.find(({ id }) => id === chosen?.id) ?? (isAdmin ? chosen : null);
  return { organization: allowed ?? own.find(({ id }) => selected.includes(id)) ?? own[0] ?? null, own };
};
