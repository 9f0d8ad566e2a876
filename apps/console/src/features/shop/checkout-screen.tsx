import { useQuery } from '@tanstack/react-query';
import { ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Button, EmptyState, Screen, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { clearCart, useCart } from './cart.ts';
import { CartList } from './cart-list.tsx';
import * as styles from './checkout-screen.css.ts';
import { OrderSummary } from './order-summary.tsx';
import { productsQuery } from './shop.queries.ts';

export type CheckoutScreenProps = {
  /** Who pays; null when the viewer has no organization, undefined until that is known. */
  organization: OrganizationSummary | null | undefined;
  /** Says who pays; while nobody does, why there is no checkout yet, and what can be done about it. */
  payer: ReactNode;
  /** The way to the products. */
  toProducts: ReactNode;
};

const Cart = ({ organization, payer }: Omit<CheckoutScreenProps, 'toProducts'>) => {
  const api = useApi();
  const items = useCart();
  const query = useQuery(productsQuery(api));
  const { data } = query;
  if (data === undefined && query.isError) return <LoadFailure title="Prices could not be loaded" query={query} />;
  if (data === undefined) return <Skeleton height="12rem" />;
  const lines = items.map((item) => ({ item, product: data.find(({ id }) => id === item.productId) }));
  return (
    <div className={styles.columns}>
      <section className={styles.part} aria-labelledby="cart-heading">
        <div className={styles.partHead}>
          <h2 id="cart-heading" className={styles.partHeading}>
            Your cart
          </h2>
          <Button variant="ghost" size="sm" onPress={clearCart}>
            Clear cart
          </Button>
        </div>
        <CartList lines={lines} />
      </section>
      <OrderSummary lines={lines} organization={organization}>
        {payer}
      </OrderSummary>
    </div>
  );
};

/** What is about to be bought, what it costs, and who pays for it. */
export const CheckoutScreen = ({ organization, payer, toProducts }: CheckoutScreenProps) => {
  const isEmpty = useCart().length === 0;
  return (
    <Screen heading="Checkout">
      {isEmpty ? (
        <EmptyState isFramed icon={ShoppingCart} title="Your cart is empty" text="Add products to it first.">
          {toProducts}
        </EmptyState>
      ) : (
        <Cart {...{ organization, payer }} />
      )}
    </Screen>
  );
};
