import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import type { Page } from '@portico/contracts/common/page';
import { assignSelf, createOrganization, listOwnMemberships, type OwnMembership } from '@portico/contracts/http/orgs';
import { tellFailure } from '../../shared/messages/toasts.ts';

const KEY = ['memberships'];
/** Somebody else's decision is seen this soon, in milliseconds. */
const WAITING_MS = 4_000;

/** Whether an administrator may be about to let the viewer in. */
const isWaiting = (memberships: Page<OwnMembership> | undefined): boolean =>
  memberships !== undefined && (memberships.data.length === 0 || memberships.data.some(({ approved }) => !approved));

/** The viewer's own memberships, pending ones too. A pending user need not ask again. */
export const membershipsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listOwnMemberships, { signal }),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WAITING_MS : false),
  });

/** Joins and leaves organizations, and makes new ones. Failures are shown in a toast. */
export const useMembershipMutations = (api: ApiClient) => {
  const queryClient = useQueryClient();
  const keep = (memberships: Page<OwnMembership> | undefined) => queryClient.setQueryData(KEY, memberships);
  // What the viewer may see has changed, too.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['events'] });
  const join = async (organizationId: number) =>
    keep(await api.call(assignSelf, { body: { organizationId, assign: true } }));

  const assign = useMutation({
    mutationFn: join,
    onError: (error) => tellFailure('organizationAssign', error),
    onSettled,
  });
  const unassign = useMutation({
    mutationFn: (organizationId: number) => api.call(assignSelf, { body: { organizationId, assign: false } }),
    // Gone at once, and back when the server refuses.
    onMutate: async (organizationId) => {
      await queryClient.cancelQueries({ queryKey: KEY });
      const before = queryClient.getQueryData<Page<OwnMembership>>(KEY);
      const data = before?.data.filter(({ organization }) => organization.id !== organizationId) ?? [];
      keep({ data, count: data.length });
      return { before };
    },
    onSuccess: keep,
    onError: (error, _, kept) => {
      keep(kept?.before);
      tellFailure('organizationUnassign', error);
    },
    onSettled,
  });
  const create = useMutation({
    mutationFn: async (name: string) => {
      const organization = await api.call(createOrganization, { body: { name } });
      // An administrator is no member of what they create; for anyone else this changes nothing.
      await join(organization.id);
      return { id: organization.id, text: organization.name };
    },
    onError: (error) => tellFailure('organizationCreate', error),
    onSettled,
  });
  return { assign, unassign, create };
};
