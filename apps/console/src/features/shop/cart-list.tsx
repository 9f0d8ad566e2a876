import { X } from 'lucide-react';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Button, formatPrice, Icon } from '@portico/ui';
import { removeFromCart, type CartItem } from './cart.ts';
import * as styles from './cart-list.css.ts';
import { amountOf, formatUnits } from './prices.ts';
import { iconOf } from './product-icon.ts';

/** An item of the cart with its current product; without one it is no longer for sale. */
export type CartLine = { item: CartItem; product: BillableProduct | undefined };

const quantityOf = ({ minimum, unit, defaultPrice }: BillableProduct): string =>
  `${formatUnits(minimum, unit ?? 'unit')} at ${formatPrice(defaultPrice.unitAmount)}`;

const Price = ({ product }: { product: BillableProduct }) => (
  <p className={styles.price}>
    <span className={styles.amount}>{formatPrice(amountOf(product))}</span>
    <span className={styles.interval}>
      {product.defaultPrice.interval === null ? 'once' : `per ${product.defaultPrice.interval}`}
    </span>
  </p>
);

/** The products in the cart, each with a remove button. */
export const CartList = ({ lines }: { lines: readonly CartLine[] }) => (
  <ul className={styles.list} aria-label="Your cart">
    {lines.map(({ item, product }) => (
      <li key={item.productId} className={styles.row}>
        <span className={styles.picture}>
          <Icon of={iconOf(product?.defaultPrice.lookupKey ?? null)} size="lg" />
        </span>
        <div className={styles.text}>
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
            onPress={() => removeFromCart(item.productId)}
          >
            <Icon of={X} />
          </Button>
        </div>
      </li>
    ))}
  </ul>
);
