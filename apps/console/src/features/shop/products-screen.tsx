import * as cardStyles from './product-card.css.ts';
import * as styles from './products-screen.css.ts';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen, ShoppingCart } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Alert, Button, counted, EmptyState, formatPrice, Icon, Screen, Skeleton, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { cart } from './cart.ts';
import { productsQuery } from './shop.queries.ts';
import { groupsOf, totalsOf } from './prices.ts';
import { ProductCard } from './product-card.tsx';

type SelectionBarProps = {
  selected: readonly BillableProduct[];
  /** Number of items in the cart. Adding the selected products replaces these items. */
  inCart: number;
  onAdd: () => void;
  onClear: () => void;
};

const SelectionBar = ({ selected, inCart, onAdd, onClear }: SelectionBarProps) => (
  <section className={styles.selection} aria-label="Selection">
    <div>
      <output className={styles.total}>
        {counted(selected.length, 'product')}
        {totalsOf(selected).map(({ interval, cents }) => (
          <span key={interval} className={styles.amount}>
            <b>{formatPrice(cents)}</b> {interval === null ? 'once' : `per ${interval}`}
          </span>
        ))}
      </output>
      {inCart > 0 && <p className={styles.note}>Replaces the {counted(inCart, 'product')} in your cart.</p>}
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

const SKELETON_CARDS = 6;

type ProductGroupsProps = {
  products: readonly BillableProduct[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** Product cards in named groups, or in one list if the products have no groups. */
const ProductGroups = ({ products, selected, onSelect }: ProductGroupsProps) => {
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
    <Stack key={name} as="section">
      <h2 className={styles.groupHeading}>{name}</h2>
      {cards(members, name)}
    </Stack>
  ));
};

const SkeletonCards = () => (
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

const NO_PRODUCTS: ReadonlySet<string> = new Set();

/** The products that the viewer can select, with the selection's total. */
const Choice = ({ products, onAdded }: { products: readonly BillableProduct[]; onAdded: () => void }) => {
  const [selected, setSelected] = useState(NO_PRODUCTS);
  const inCart = cart.useValue().length;
  const chosen = products.filter(({ id }) => selected.has(id));
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const add = () => {
    cart.set(chosen.map(({ id, name }) => ({ productId: id, name })));
    onAdded();
  };
  return (
    <>
      <ProductGroups products={products} selected={selected} onSelect={select} />
      {chosen.length > 0 && (
        <SelectionBar selected={chosen} inCart={inCart} onAdd={add} onClear={() => setSelected(NO_PRODUCTS)} />
      )}
    </>
  );
};

type ProductsScreenProps = {
  productName: string;
  /** False for leads, whose dashboard redirects to this screen. The screen then explains how to open the dashboard. */
  hasDashboard: boolean;
  /** Called after the selected products were added to the cart. */
  onAdded: () => void;
  children?: ReactNode;
};

export const ProductsScreen = ({ productName, hasDashboard, onAdded, children }: ProductsScreenProps) => {
  const api = useApi();
  const query = useQuery(productsQuery(api));
  const { data } = query;
  const content = () => {
    if (data === undefined && query.isError) return <LoadFailure title="Products could not be loaded" query={query} />;
    if (data === undefined) return <SkeletonCards />;
    if (data.length === 0)
      return <EmptyState isFramed icon={PackageOpen} title="There are no products yet" text="Come back soon." />;
    return <Choice products={data} onAdded={onAdded} />;
  };
  return (
    <Screen
      heading="Products"
      lead={`Extend ${productName} with what your organization needs. Prices are in US dollars.`}
      tools={children}
    >
      {!hasDashboard && <Alert variant="info" title="Your dashboard opens with your first product" />}
      {content()}
    </Screen>
  );
};
