import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
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
import { readQuery, useChange } from '../../api/calls.ts';
import { removeRow, replaceRow } from '../../shared/lists/change-rows.ts';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';

const LIST_KEY = ['users'];
const LISTS = ['users', 'list'];
/** Milliseconds for which preloaded data stays fresh, so that the opened screen does not load the data again. */
const STALE_MS = 2_000;

export const userListQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return readQuery(
    api,
    [...LISTS, query],
    listUsers,
    { query },
    { placeholderData: keepPreviousData, staleTime: STALE_MS },
  );
};

/** The signed-in user, with all data for the user settings. */
export const ownUserQuery = (api: ApiClient) =>
  readQuery(
    api,
    ['users', 'own'],
    getCurrentUser,
    {},
    {
      // A form starts with current data, never with cached data.
      staleTime: 0,
      gcTime: 0,
    },
  );

/** Mutations of users. The lists show the response at once, then refetch. */
export const useUserMutations = () => {
  const queryClient = useQueryClient();
  // Refetches after a rejection too, because the list may be outdated. Not awaited, so that a dialog closes without delay.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: LIST_KEY });
  const create = useChange(createUser, (user: UserCreate) => ({ body: user }), { onSettled });
  const update = useChange(
    updateUser,
    ({ id, change }: { id: number; change: UserUpdate }) => ({ params: { id }, body: change }),
    { onSuccess: (user) => replaceRow(queryClient, LISTS, user), onSettled },
  );
  const remove = useChange(deleteUser, ({ id }: User) => ({ params: { id } }), {
    onSuccess: (_, { id }) => removeRow(queryClient, LISTS, id),
    onSettled,
  });
  const resetSignOn = useChange(resetSignOnOf, ({ id }: User) => ({ params: { id } }), { onSettled });
  return { create, update, remove, resetSignOn };
};
