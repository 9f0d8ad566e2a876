import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Page } from '@portico/contracts/common/page';
import { listOwnMemberships, type OwnMembership } from '@portico/contracts/http/memberships';

/** Somebody else's decision is seen this soon, in milliseconds. */
const WAITING_MS = 4_000;

/** Whether an administrator may be about to let the viewer in. */
const isWaiting = (memberships: Page<OwnMembership> | undefined): boolean =>
  memberships !== undefined && (memberships.data.length === 0 || memberships.data.some(({ approved }) => !approved));

/** The viewer's own memberships, pending ones too. A pending user need not ask again. */
export const membershipsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['memberships'],
    queryFn: ({ signal }) => api.call(listOwnMemberships, { signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MS : false),
  });
