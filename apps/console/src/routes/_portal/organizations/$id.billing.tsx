import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { organizationBillingQuery } from '../../../features/organization-billing/organization-billing.queries.ts';
import { OrganizationBillingScreen } from '../../../features/organization-billing/organization-billing-screen.tsx';

const toProducts = (
  <Link to="/products" className={buttonClass()}>
    See the products
  </Link>
);

const Billing = () => (
  <OrganizationBillingScreen organizationId={Number(Route.useParams().id)} toProducts={toProducts} />
);

/** What an organization pays. The server refuses everyone but its managers and administrators. */
export const Route = createFileRoute('/_portal/organizations/$id/billing')({
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(organizationBillingQuery(api, Number(id))),
  component: Billing,
});
