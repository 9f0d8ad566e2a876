import { Check } from 'lucide-react';
import { useId } from 'react';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { formatPrice, Icon } from '@portico/ui';
import { formatUnits } from './prices.ts';
import { iconOf } from './product-icon.ts';
import * as styles from './product-card.css.ts';

const termsOf = ({ unit, included, minimum, defaultPrice }: BillableProduct): string[] => [
  ...(included > 0 ? [`${formatUnits(included, unit ?? 'unit')} included`] : []),
  ...(minimum > 1 ? [`From ${formatUnits(minimum, unit ?? 'unit')} on`] : []),
  defaultPrice.interval === null ? 'Paid once' : `Billed every ${defaultPrice.interval}`,
];

const Price = ({ id, product: { unit, included, defaultPrice } }: { id: string; product: BillableProduct }) => (
  <p id={id} className={styles.price}>
    <span>
      <span className={styles.amount}>{formatPrice(defaultPrice.unitAmount)}</span>
      {defaultPrice.interval !== null && <span className={styles.per}> / {defaultPrice.interval}</span>}
    </span>{' '}
    {unit !== null && (
      <span className={styles.per}>
        per {included > 0 && 'extra '}
        {unit}
      </span>
    )}
  </p>
);

type ProductCardProps = {
  product: BillableProduct;
  /** Heading level of the product's name. */
  level: 2 | 3;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
};

export const ProductCard = ({ product, level, isSelected, onSelect }: ProductCardProps) => {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <li className={styles.card} {...(isSelected && { 'data-selected': true })}>
      <div className={styles.top}>
        <span className={styles.picture}>
          <Icon of={iconOf(product.defaultPrice.lookupKey)} size="lg" />
        </span>
        <input
          id={id}
          type="checkbox"
          className={styles.checkbox}
          checked={isSelected}
          aria-describedby={`${id}-price`}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </div>
      <Heading className={styles.name}>
        {/* The label covers the whole card, so that a click anywhere on the card selects the product. */}
        <label htmlFor={id} className={styles.label}>
          {product.name}
        </label>
      </Heading>
      {product.description !== null && <p className={styles.description}>{product.description}</p>}
      <Price id={`${id}-price`} product={product} />
      <ul className={styles.terms}>
        {termsOf(product).map((term) => (
          <li key={term} className={styles.term}>
            <Icon of={Check} size="sm" />
            {term}
          </li>
        ))}
      </ul>
    </li>
  );
};
