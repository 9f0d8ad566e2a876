import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateEntitlement, type OrganizationDetail } from '@portico/contracts/http/orgs';
import { useApi } from '../../api/use-api.ts';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';

/** Changes how much of an entitlement the organization may use. What the server answered is shown at once. */
export const useEntitlementUpdate = (organizationId: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = grantsQuery(api, organizationId);
  return useMutation({
    mutationFn: ({ id, allowedCount }: { id: number; allowedCount: number }) =>
      api.call(updateEntitlement, { params: { id }, body: { allowedCount } }),
    onSuccess: (changed) =>
      queryClient.setQueryData<OrganizationDetail>(
        queryKey,
        (organization) =>
          organization && {
            ...organization,
            organizationEntitlements: organization.organizationEntitlements.map((row) =>
              row.id === changed.id ? changed : row,
            ),
          },
      ),
    // After a refusal too, which may mean that it is another one by now.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
};
