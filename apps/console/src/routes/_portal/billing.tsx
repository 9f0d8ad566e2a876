import { createFileRoute, Outlet } from '@tanstack/react-router';
import { adminsOnly } from '../../app/guards.ts';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';

/** What organizations have bought, for administrators. */
export const Route = createFileRoute('/_portal/billing')({
  beforeLoad: adminsOnly,
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(membershipsQuery(api)),
  component: Outlet,
});
