import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  createUser,
  deleteUser,
  getCurrentUser,
  listUsers,
  resetSignOn as resetSignOnOf,
  updateUser,
  type User,
  type UserCreate,
  type UserUpdate,
} from '@portico/contracts/http/identity';
import { useApi } from '../../api/use-api.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const ALL = ['users'];
const LISTS = ['users', 'list'];
/** Milliseconds between a link's preload and its screen. */
const FRESH_MS = 2_000;

/** One page of users, the newest first. */
export const userListQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return queryOptions({
    queryKey: [...LISTS, query],
    queryFn: ({ signal }) => api.call(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
};

/** The signed-in user with all data of their settings. */
export const ownUserQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['users', 'own'],
    queryFn: ({ signal }) => api.call(getCurrentUser, { signal }),
    // A form starts with current data, never with cached data.
    staleTime: 0,
    gcTime: 0,
  });

/** Mutations of users. The response appears in the lists at once, then they are refetched. */
export const useUserMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  // Not awaited, so that a dialog closes with its own response. Also after a rejection, which may mean an outdated list.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ALL });
  const create = useMutation({
    mutationFn: (user: UserCreate) => api.call(createUser, { body: user }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: { id: number; change: UserUpdate }) =>
      api.call(updateUser, { params: { id }, body: change }),
    onSuccess: (user) => replaceRow(queryClient, LISTS, user),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: User) => api.call(deleteUser, { params: { id } }),
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  const resetSignOn = useMutation({
    mutationFn: ({ id }: User) => api.call(resetSignOnOf, { params: { id } }),
    onSettled,
  });
  return { create, update, remove, resetSignOn };
};
