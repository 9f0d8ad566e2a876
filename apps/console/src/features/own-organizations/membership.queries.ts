import type { ApiClient } from '@portico/api-client';
import type { Page } from '@portico/contracts/common/page';
import { listOwnMemberships, type OwnMembership } from '@portico/contracts/http/memberships';
import { readQuery } from '../../api/calls.ts';

/** Poll interval in milliseconds while a decision is pending. */
const WAITING_MS = 4_000;

const isWaiting = (memberships: Page<OwnMembership> | undefined): boolean =>
  memberships !== undefined && (memberships.data.length === 0 || memberships.data.some(({ approved }) => !approved));

/** The viewer's memberships, including pending requests. */
export const membershipsQuery = (api: ApiClient) =>
  readQuery(
    api,
    ['memberships'],
    listOwnMemberships,
    {},
    { staleTime: 30_000, refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MS : false) },
  );
