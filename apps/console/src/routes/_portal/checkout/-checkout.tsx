import { useRouteContext } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { Title } from '../../../app/title.tsx';
import { toProducts } from '../-to-products.tsx';
import { useOneOrganization } from '../../../features/own-organizations/use-one-organization.ts';
import { CheckoutScreen } from '../../../features/shop/checkout-screen.tsx';
import { Payer } from './-payer.tsx';

/** The checkout, which has two paths. */
export const Checkout = () => {
  const { user } = useRouteContext({ from: '/_portal' });
  const one = useOneOrganization(isAdmin(user.usertype));
  return (
    <>
      <Title of="Checkout" />
      <CheckoutScreen organization={one.organization} payer={<Payer {...one} />} toProducts={toProducts} />
    </>
  );
};
