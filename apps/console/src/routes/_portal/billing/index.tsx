import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { BillingScreen } from '../../../features/billing/billing-screen.tsx';
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

const Billing = () => (
  <>
    <Title of="Manage Billing" />
    <BillingScreen {...useBilling()} toEntitlements={toEntitlements} toProducts={toProducts} />
  </>
);

export const Route = createFileRoute('/_portal/billing/')({ component: Billing });
