import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Alert, EmptyState, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { fillCart, useCart } from './cart.ts';
import { ProductGroups, SkeletonCards } from './product-groups.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { productsQuery } from './shop.queries.ts';

const NONE: ReadonlySet<string> = new Set();

/** The products, and which of them are selected. */
const Choice = ({ products, onAdded }: { products: readonly BillableProduct[]; onAdded: () => void }) => {
  const [selected, setSelected] = useState(NONE);
  const inCart = useCart().length;
  const chosen = products.filter(({ id }) => selected.has(id));
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const add = () => {
    fillCart(chosen.map(({ id, name }) => ({ productId: id, name })));
    onAdded();
  };
  return (
    <>
      <ProductGroups products={products} selected={selected} onSelect={select} />
      {chosen.length > 0 && (
        <SelectionBar selected={chosen} inCart={inCart} onAdd={add} onClear={() => setSelected(NONE)} />
      )}
    </>
  );
};

export type ProductsScreenProps = {
  productName: string;
  /** A lead's dashboard only leads here: the screen says what opens it. */
  hasDashboard: boolean;
  /** The cart has been filled. */
  onAdded: () => void;
  /** The way to the cart. */
  children?: ReactNode;
};

/** Everything that can be bought, with its price. */
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
