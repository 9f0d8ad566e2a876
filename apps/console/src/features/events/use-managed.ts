import { useQuery } from '@tanstack/react-query';
import { listOwnMemberships } from '@portico/contracts/http/memberships';
import { useApi } from '../../api/use-api.ts';
import { QUIET } from '../../api/calls.ts';

/** The viewer's memberships as manager. */
export const useManaged = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['memberships', 'managed'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listOwnMemberships, { signal });
      return data.filter(({ approved, role }) => approved && role === 'manager');
    },
    ...QUIET,
  });
};
