import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass, Part, Stack } from '@portico/ui';
import { organizationBillingQuery } from '../../../features/organization-billing/organization-billing.queries.ts';
import { OrganizationBillingScreen } from '../../../features/organization-billing/organization-billing-screen.tsx';
import { UsageSection } from '../../../features/organization-billing/usage-section.tsx';
import { usageQuery } from '../../../shared/purchases/usage.ts';
import { useOrganization } from './-organization.ts';

const toProducts = (
  <Link to="/products" className={buttonClass()}>
    See the products
  </Link>
);

const Billing = () => {
  const { id, isAdmin } = useOrganization();
  return (
    <Stack gap={6}>
      <OrganizationBillingScreen organizationId={id} toProducts={toProducts} />
      <Part>
        <UsageSection organizationId={id} isAdmin={isAdmin} />
      </Part>
    </Stack>
  );
};

/** An organization's billing (for its managers and for administrators) and usage (for every member). */
export const Route = createFileRoute('/_portal/organizations/$id/billing')({
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(organizationBillingQuery(api, Number(id)));
    void queryClient.prefetchQuery(usageQuery(api, Number(id)));
  },
  component: Billing,
});
