import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@portico/contracts/common/page';
import { assignSelf, type OwnMembership } from '@portico/contracts/http/memberships';
import { createOrganization } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/calls.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { membershipsQuery } from './membership.queries.ts';

/** Joins, leaves and creates organizations. A toast shows failures. */
export const useMembershipMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = membershipsQuery(api);
  const keep = (memberships: Page<OwnMembership> | undefined) => queryClient.setQueryData(queryKey, memberships);
  // Refetches events, because the viewer may now see other events.
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: ['events'] });
  const join = async (organizationId: number) =>
    keep(await api.call(assignSelf, { body: { organizationId, assign: true } }));

  const assign = useMutation({
    mutationFn: join,
    onError: (error) => tellFailure('organizationAssign', error),
    onSettled,
  });
  const unassign = useChange(assignSelf, (organizationId: number) => ({ body: { organizationId, assign: false } }), {
    // Removes the organization at once, and restores the organization if the server rejects the request.
    onMutate: async (organizationId) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      const data = before?.data.filter(({ organization }) => organization.id !== organizationId) ?? [];
      keep({ data, count: data.length });
      return { before };
    },
    onSuccess: keep,
    onError: (error, _, context) => {
      keep(context?.before);
      tellFailure('organizationUnassign', error);
    },
    onSettled,
  });
  const create = useMutation({
    mutationFn: async (name: string) => {
      const organization = await api.call(createOrganization, { body: { name } });
      // Administrators do not become members of an organization that they create, so the console sends a request to join. Other creators
      // already are members, and the request has no effect.
      await join(organization.id);
      return { id: organization.id, text: organization.name };
    },
    onError: (error) => tellFailure('organizationCreate', error),
    onSettled,
  });
  return { assign, unassign, create };
};
