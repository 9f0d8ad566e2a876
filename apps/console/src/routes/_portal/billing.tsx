import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';

/** Purchases of all organizations, for administrators. The route redirects members to the billing of their own organization. */
export const Route = createFileRoute('/_portal/billing')({
  beforeLoad: async ({ context: { api, queryClient, user } }) => {
    if (isAdmin(user.usertype)) return;
    const { data } = await queryClient.ensureQueryData(membershipsQuery(api)).catch(() => ({ data: [] }));
    const own = data.filter(({ approved }) => approved);
    const organization = (own.find(({ hasBilling }) => hasBilling) ?? own[0])?.organization;
    if (organization === undefined) throw redirect({ to: '/dashboard', replace: true });
    throw redirect({ to: '/organizations/$id/billing', params: { id: String(organization.id) }, replace: true });
  },
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(membershipsQuery(api)),
  component: Outlet,
});
