import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listMembers } from '@portico/contracts/http/members';

/** More are rarely there, and somebody else can still be assigned by themselves. */
const MEMBERS = 100;

/** Who an episode of an organization can be assigned to: its members. */
export const assigneesQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['episode assignees', organizationId],
    queryFn: async ({ signal }) => {
      const query = { approved: true, limit: MEMBERS, offset: 0 };
      const { data } = await api.call(listMembers, { params: { id: organizationId }, query, signal });
      return data.flatMap(({ user }) => (user === null ? [] : [{ id: user.id, name: user.name }]));
    },
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
