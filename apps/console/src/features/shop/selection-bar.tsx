import { ShoppingCart } from 'lucide-react';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Button, formatNumber, formatPrice, Icon } from '@portico/ui';
import { totalsOf } from './prices.ts';
import * as styles from './selection-bar.css.ts';

const counted = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'product' : 'products'}`;

export type SelectionBarProps = {
  selected: readonly BillableProduct[];
  /** How much is in the cart, which adding replaces. */
  inCart: number;
  onAdd: () => void;
  onClear: () => void;
};

/** What the selected products cost, and the way into the cart. */
export const SelectionBar = ({ selected, inCart, onAdd, onClear }: SelectionBarProps) => (
  <section className={styles.bar} aria-label="Selection">
    <div className={styles.text}>
      <output className={styles.total}>
        {counted(selected.length)}
        {totalsOf(selected).map(({ interval, cents }) => (
          <span key={interval} className={styles.amount}>
            <b>{formatPrice(cents)}</b> {interval === null ? 'once' : `per ${interval}`}
          </span>
        ))}
      </output>
      {inCart > 0 && <p className={styles.note}>Replaces the {counted(inCart)} in your cart.</p>}
    </div>
    <div className={styles.actions}>
      <Button variant="ghost" onPress={onClear}>
        Clear
      </Button>
      <Button onPress={onAdd}>
        <Icon of={ShoppingCart} />
        Add to cart
      </Button>
    </div>
  </section>
);
