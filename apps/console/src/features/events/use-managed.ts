import { useQuery } from '@tanstack/react-query';
import { listOwnMemberships } from '@portico/contracts/http/memberships';
import { useApi } from '../../api/use-api.ts';

/** The organizations whose manager the viewer is. */
export const useManaged = () => {
  const api = useApi();
  return useQuery({
    queryKey: ['memberships', 'managed'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listOwnMemberships, { signal });
      return data.filter(({ approved, role }) => approved && role === 'manager');
    },
    meta: { isQuiet: true },
  });
};
