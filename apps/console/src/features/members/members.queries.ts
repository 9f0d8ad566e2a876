import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { changeMember, listMembers, type MemberChange, removeMember } from '@portico/contracts/http/members';
import { useApi } from '../../api/use-api.ts';

/** Members on a page. */
export const MEMBERS_SIZE = 25;
/** Requests that are shown at once. */
const REQUESTS = 100;
/** What another manager decides, and who asks meanwhile, is seen this soon, in milliseconds. */
const REFRESH_MS = 10_000;

const keyOf = (id: number) => ['members', id];

export const requestsQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'requests'],
    queryFn: ({ signal }) =>
      api.call(listMembers, { params: { id }, query: { approved: false, limit: REQUESTS, offset: 0 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

/** @param page from 1 */
export const membersQuery = (api: ApiClient, id: number, page: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'members', page],
    queryFn: ({ signal }) =>
      api.call(listMembers, {
        params: { id },
        query: { approved: true, limit: MEMBERS_SIZE, offset: (page - 1) * MEMBERS_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { isQuiet: true },
  });

export const useMemberMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  // One's own role may be among them.
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(id) }),
      queryClient.invalidateQueries({ queryKey: ['memberships'] }),
    ]);
  return {
    change: useMutation({
      mutationFn: ({ userId, ...body }: MemberChange & { userId: number }) =>
        api.call(changeMember, { params: { id, userId }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (userId: number) => api.call(removeMember, { params: { id, userId } }),
      onSettled,
    }),
  };
};
