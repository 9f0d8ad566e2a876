import type { BillableProduct } from '@portico/contracts/http/billing';
import { Skeleton } from '@portico/ui';
import { groupsOf } from './prices.ts';
import { ProductCard } from './product-card.tsx';
import * as cardStyles from './product-card.css.ts';
import * as styles from './products-screen.css.ts';

const SKELETON_CARDS = 6;

export type ProductGroupsProps = {
  products: readonly BillableProduct[];
  /** Ids of the selected products. */
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** Cards of products, under the name of what they belong to; one list where nothing belongs together. */
export const ProductGroups = ({ products, selected, onSelect }: ProductGroupsProps) => {
  const groups = groupsOf(products);
  const areNamed = groups.length > 1 && groups.length < products.length;
  const cards = (members: readonly BillableProduct[], label: string) => (
    <ul className={styles.grid} aria-label={label}>
      {members.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          level={areNamed ? 3 : 2}
          isSelected={selected.has(product.id)}
          onSelect={(isSelected) => onSelect(product.id, isSelected)}
        />
      ))}
    </ul>
  );
  if (!areNamed) return cards(products, 'Products');
  return groups.map(({ name, products: members }) => (
    <section key={name} className={styles.group}>
      <h2 className={styles.groupHeading}>{name}</h2>
      {cards(members, name)}
    </section>
  ));
};

/** While the products are loading. */
export const SkeletonCards = () => (
  <ul className={styles.grid} aria-busy>
    {Array.from({ length: SKELETON_CARDS }, (_, index) => (
      <li key={index} className={cardStyles.card} aria-hidden>
        <Skeleton width="2.25rem" height="2.25rem" />
        <Skeleton width="60%" height="1rem" />
        <Skeleton width="90%" />
        <p className={cardStyles.price}>
          <Skeleton width="6rem" height="1.75rem" />
        </p>
      </li>
    ))}
  </ul>
);
