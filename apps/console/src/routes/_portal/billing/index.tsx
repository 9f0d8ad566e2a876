import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { toProducts } from '../-to-products.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { BillingScreen } from '../../../features/billing/billing-screen.tsx';
import { Payers, purchasesQuery } from '../../../features/billing/payers.tsx';
import { chooseOrganization } from '../../../features/own-organizations/selected-organizations.ts';
import { readListSearch } from '../../../shared/lists/list-search.ts';
import { useBilling } from './-use-billing.tsx';

const toEntitlements = (
  <Link to="/billing/entitlements" preload="intent" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
    Entitlements
  </Link>
);
const Billing = () => {
  const search = Route.useSearch();
  const onSearchChange = useSearchChange('/billing');
  return (
    <>
      <Title of="Manage Billing" />
      <BillingScreen
        {...useBilling()}
        {...{ toEntitlements, toProducts }}
        overview={<Payers {...{ search, onSearchChange }} onOpen={chooseOrganization} />}
      />
    </>
  );
};

export const Route = createFileRoute('/_portal/billing/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(purchasesQuery(api, deps)),
  component: Billing,
});
