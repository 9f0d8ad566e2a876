import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { organizationBillingQuery } from '../../../features/organization-billing/organization-billing.queries.ts';
import { OrganizationBillingScreen } from '../../../features/organization-billing/organization-billing-screen.tsx';

const toProducts = (
  <Link to="/products" className={buttonClass()}>
    See the products
  </Link>
);

const Billing = () => {
  return (
    <>
      <Title of="Billing" />
      <OrganizationBillingScreen organizationId={Number(Route.useParams().id)} toProducts={toProducts} />
    </>
  );
};

/** An organization's own billing, for its managers and administrators; the server refuses everyone else. */
export const Route = createFileRoute('/_portal/organizations/$id/billing')({
  beforeLoad: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,9}$/.test(id)) throw redirect({ to: '/dashboard', replace: true });
  },
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(organizationBillingQuery(api, Number(id))),
  component: Billing,
});
