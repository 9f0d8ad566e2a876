import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/use-api.ts';
import { membershipsQuery } from './membership.queries.ts';
import { selectedOrganizations } from './selected-organizations.ts';

/** The organizations whose events the viewer sees. `organizations` contains the selected ids, and is empty for all organizations. */
type Scope = {
  isMember: boolean;
  isManager: boolean;
  organizations: readonly number[];
};

/** @param isAdmin administrators see every event, with or without an organization */
export const useScope = (isAdmin: boolean): Scope => {
  const api = useApi();
  const selected = selectedOrganizations.useValue();
  const { data } = useQuery({ ...membershipsQuery(api), enabled: !isAdmin || selected.length > 0 });
  const own = data?.data.filter((row) => row.approved) ?? [];
  const approved = new Set(own.map(({ organization }) => organization.id));
  return {
    isMember: isAdmin || approved.size > 0,
    isManager: own.some(({ role }) => role === 'manager'),
    organizations: data ? selected.filter((id) => approved.has(id)) : selected,
  };
};
