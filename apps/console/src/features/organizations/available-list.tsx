import type { ApiClient } from '@portico/api-client';
import { cutText } from '@portico/contracts/common/cut-text';
import { useInfiniteQuery, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type User, listUsers } from '@portico/contracts/http/identity';
import { Button, ScrollArea, SearchBox, Skeleton, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import * as styles from './assign-users-dialog.css.ts';

const BATCH = 50;
const MAX_SEARCH_LENGTH = 200;

/** Users by name or e-mail, page by page. The pages include assigned users. */
const availableUsersQuery = (api: ApiClient, search: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'available', search],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUsers, {
        query: { search: cutText(search, MAX_SEARCH_LENGTH), limit: BATCH, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => (pages.length * BATCH < count ? pages.length * BATCH : undefined),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** The list loads further pages until it shows at least this many unassigned users. */
const MIN_USERS = 10;
const SKELETONS = ['one', 'two', 'three', 'four'];

type AvailableListProps = {
  /** Number of removed users. Each removal refetches the available users. */
  removals: number;
  isAssigned: (id: number) => boolean;
  onAssign: (user: User) => void;
};

/** Unassigned users, found by name or e-mail. */
export const AvailableList = ({ removals, isAssigned, onAssign }: AvailableListProps) => {
  const api = useApi();
  const [search, setSearch] = useState('');
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery(
    availableUsersQuery(api, search),
  );
  const users = data?.pages.flatMap((page) => page.data).filter(({ id }) => !isAssigned(id));
  const isShort = users !== undefined && users.length < MIN_USERS;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (removals > 0) void refetch();
  }, [removals, refetch]);
  return (
    <Stack as="section" gap={2}>
      <SearchBox placeholder="Search users..." value={search} onSearch={setSearch} />
      <h3 className={styles.heading}>Available Users:</h3>
      <div className={styles.available}>
        <ScrollArea label="Available Users" maxHeight="100%">
          <ul aria-busy={isFetching}>
            {users?.map((user) => (
              <li key={user.id} aria-label={user.name} className={styles.user}>
                <span className={styles.person}>
                  <span className={styles.name}>{user.name}</span>
                  <span className={styles.note}>{user.email}</span>
                </span>
                <RowButton text="Assign" target={user.email} onPress={() => onAssign(user)} />
              </li>
            ))}
          </ul>
          {isFetching &&
            (users === undefined || isShort) &&
            SKELETONS.map((id) => (
              <div key={id} className={styles.user}>
                <Skeleton width="12rem" height="1.25rem" />
              </div>
            ))}
          {users?.length === 0 && !isFetching && <p className={styles.empty}>No results.</p>}
          {isError && (
            <div className={styles.more}>
              <Button variant="secondary" size="sm" onPress={() => void refetch()} isLoading={isFetching}>
                Try again
              </Button>
            </div>
          )}
          {hasNextPage && !isShort && (
            <div className={styles.more}>
              <Button variant="ghost" size="sm" onPress={() => void fetchNextPage()} isLoading={isFetching}>
                Show more
              </Button>
            </div>
          )}
        </ScrollArea>
      </div>
    </Stack>
  );
};
