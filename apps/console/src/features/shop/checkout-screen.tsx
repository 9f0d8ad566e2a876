import * as styles from './checkout-screen.css.ts';
import { useQuery } from '@tanstack/react-query';
import { ShoppingCart, Lock, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Button, EmptyState, Screen, Alert, formatPrice, Icon, SectionHeader, Stack } from '@portico/ui';
import { surface } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { cart, type CartItem } from './cart.ts';
import { productsQuery, useCheckout } from './shop.queries.ts';
import { leaveFor } from '../../shared/purchases/leave-for.ts';
import { amountOf, totalsOf, formatUnits } from './prices.ts';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { iconOf } from './product-icon.ts';

/** An item of the cart with its current product. The product is undefined if it is no longer for sale. */
type CartLine = { item: CartItem; product: BillableProduct | undefined };

const quantityOf = ({ minimum, unit, defaultPrice }: BillableProduct): string =>
  `${formatUnits(minimum, unit ?? 'unit')} at ${formatPrice(defaultPrice.unitAmount)}`;

const Price = ({ product }: { product: BillableProduct }) => (
  <p className={styles.price}>
    <span className={styles.amount}>{formatPrice(amountOf(product))}</span>
    <span className={styles.detail}>
      {product.defaultPrice.interval === null ? 'once' : `per ${product.defaultPrice.interval}`}
    </span>
  </p>
);

const CartList = ({ lines }: { lines: readonly CartLine[] }) => (
  <ul className={surface} aria-label="Your cart">
    {lines.map(({ item, product }) => (
      <li key={item.productId} className={styles.item}>
        <span className={styles.picture}>
          <Icon of={iconOf(product?.defaultPrice.lookupKey ?? null)} size="lg" />
        </span>
        <div>
          <p className={styles.name}>{product?.name ?? item.name}</p>
          {product ? (
            <p className={styles.detail}>{quantityOf(product)}</p>
          ) : (
            <p className={styles.gone}>No longer for sale</p>
          )}
        </div>
        {product && <Price product={product} />}
        <div className={styles.remove}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${product?.name ?? item.name}`}
            onPress={() => cart.set(cart.get().filter(({ productId }) => productId !== item.productId))}
          >
            <Icon of={X} />
          </Button>
        </div>
      </li>
    ))}
  </ul>
);

type OrderSummaryProps = {
  lines: readonly CartLine[];
  organization: OrganizationSummary | null | undefined;
  children: ReactNode;
};

/** Starts the payment. `isBusy` is true until the payment page opens, and false again if the viewer returns with the back button. */
const usePayment = () => {
  const { mutate, isPending, isSuccess, reset } = useCheckout();
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', returned);
    return () => window.removeEventListener('pageshow', returned);
  }, [reset]);
  const pay = (organizationId: number, productIds: string[]) =>
    mutate({ organizationId, productIds }, { onSuccess: ({ url }) => leaveFor(url) });
  return { pay, isBusy: isPending || isSuccess };
};

const OrderSummary = ({ lines, organization, children }: OrderSummaryProps) => {
  const { pay, isBusy } = usePayment();
  const products = lines.flatMap(({ product }) => product ?? []);
  const isComplete = products.length === lines.length;
  const checkout = () =>
    organization &&
    pay(
      organization.id,
      products.map(({ id }) => id),
    );
  return (
    <section className={styles.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={styles.summaryHeading}>
        Order summary
      </h2>
      {children}
      <dl className={styles.totals}>
        {totalsOf(products).map(({ interval, cents }) => (
          <div key={interval} className={styles.line}>
            <dt>{interval === null ? 'Once' : `Every ${interval}`}</dt>
            <dd className={styles.total}>{formatPrice(cents)}</dd>
          </div>
        ))}
        <div className={styles.due}>
          <dt>Due today</dt>
          <dd className={styles.total}>{formatPrice(products.reduce((sum, one) => sum + amountOf(one), 0))}</dd>
        </div>
      </dl>
      {!isComplete && <Alert variant="warning">To continue, remove products that are no longer for sale.</Alert>}
      <Button size="lg" onPress={checkout} isLoading={isBusy} isDisabled={!isComplete || !organization}>
        Checkout
      </Button>
      <p className={styles.summaryNote}>
        <Icon of={Lock} size="sm" />
        You pay on Stripe&apos;s page, where you can also change quantities.
      </p>
    </section>
  );
};

type CheckoutScreenProps = {
  /** The organization that pays; null if the viewer has no organization, undefined while loading. */
  organization: OrganizationSummary | null | undefined;
  /** Shows the organization that pays. Without an organization, explains what to do before the checkout. */
  payer: ReactNode;
  toProducts: ReactNode;
};

const Cart = ({ organization, payer }: Omit<CheckoutScreenProps, 'toProducts'>) => {
  const api = useApi();
  const items = cart.useValue();
  const query = useQuery(productsQuery(api));
  const { data } = query;
  if (!data) return <LoadState title="Prices could not be loaded" query={query} height="12rem" />;
  const lines = items.map((item) => ({ item, product: data.find(({ id }) => id === item.productId) }));
  return (
    <div className={styles.columns}>
      <section aria-labelledby="cart-heading">
        <Stack gap={2}>
          <SectionHeader
            id="cart-heading"
            heading="Your cart"
            tools={
              <Button variant="ghost" size="sm" onPress={() => cart.set([])}>
                Clear cart
              </Button>
            }
          />
          <CartList lines={lines} />
        </Stack>
      </section>
      <OrderSummary lines={lines} organization={organization}>
        {payer}
      </OrderSummary>
    </div>
  );
};

export const CheckoutScreen = ({ organization, payer, toProducts }: CheckoutScreenProps) => {
  const isEmpty = cart.useValue().length === 0;
  return (
    <Screen heading="Checkout">
      {isEmpty ? (
        <EmptyState isFramed icon={ShoppingCart} title="Your cart is empty" text="Add products to your cart first.">
          {toProducts}
        </EmptyState>
      ) : (
        <Cart {...{ organization, payer }} />
      )}
    </Screen>
  );
};
