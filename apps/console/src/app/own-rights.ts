import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { isAdmin, type Usertype } from '@portico/contracts/common/roles';
import { useApi } from '../api/use-api.ts';
import { connectedQuery } from '../features/connect/connect.queries.ts';
import { viewsQuery } from '../features/events/views/views.queries.ts';
import { membershipsQuery } from '../features/own-organizations/membership.queries.ts';

/** After this many milliseconds, the first screen appears even if responses for the menu are missing. */
const TIMEOUT_MS = 1_000;

export type Rights = {
  /** Whether the user is a member of an organization, or an administrator. */
  isMember: boolean;
  /** Whether the user publishes for an integration, or manages its organization. */
  connects: boolean;
  /** Whether the user may correct rejected events: publishers, operators and managers may. */
  mayCorrect: boolean;
  /** Whether the user may replay and drop dead letters, and see usage that differs from Stripe's. */
  isOperator: boolean;
};

const ADMIN: Rights = { isMember: true, connects: false, mayCorrect: true, isOperator: true };

export const useRights = (usertype: Usertype): Rights => {
  const api = useApi();
  const enabled = !isAdmin(usertype);
  const memberships = useQuery({ ...membershipsQuery(api), enabled }).data?.data ?? [];
  const connects = (useQuery({ ...connectedQuery(api), enabled }).data?.count ?? 0) > 0;
  if (!enabled) return ADMIN;
  const approved = memberships.filter((one) => one.approved);
  return {
    isMember: approved.length > 0,
    connects,
    mayCorrect: connects || approved.some(({ role }) => role !== 'viewer'),
    isOperator: false,
  };
};

/** Loads the data of the menu. If a request fails, the menu omits the items that depend on its response. */
export const loadMenu = async (api: ApiClient, queryClient: QueryClient, usertype: Usertype): Promise<void> => {
  const requests: Promise<unknown>[] = [];
  if (!isAdmin(usertype))
    requests.push(queryClient.ensureQueryData(membershipsQuery(api)), queryClient.ensureQueryData(connectedQuery(api)));
  if (usertype !== 'LEAD') requests.push(queryClient.ensureQueryData(viewsQuery(api)));
  await Promise.race([
    Promise.allSettled(requests),
    new Promise((resolve) => {
      setTimeout(resolve, TIMEOUT_MS);
    }),
  ]);
};
