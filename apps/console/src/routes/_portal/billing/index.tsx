import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { buttonClass } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { BillingScreen } from '../../../features/billing/billing-screen.tsx';
import { Payers, purchasesQuery } from '../../../features/billing/payers.tsx';
import { chooseOrganization } from '../../../features/own-organizations/selected-organizations.ts';
import { type ListSearch, readListSearch } from '../../../shared/lists/list-search.ts';
import { useBilling } from './-use-billing.tsx';

const toEntitlements = (
  <Link to="/billing/entitlements" preload="intent" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
    Entitlements
  </Link>
);
const toProducts = (
  <Link to="/products" className={buttonClass({ variant: 'secondary' })}>
    See the products
  </Link>
);

const Billing = () => {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const onSearchChange = useCallback(
    (next: ListSearch, options?: { replace: boolean }) =>
      void navigate({ to: '/billing', search: next, resetScroll: false, ...options }),
    [navigate],
  );
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
