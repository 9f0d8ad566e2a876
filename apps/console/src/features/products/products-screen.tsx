import { useQuery } from '@tanstack/react-query';
import { CloudOff, Package, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, type ApiClient } from '@portico/api-client';
import type { BillableProduct } from '@portico/contracts/http/billing';
import { Button, EmptyState, formatPrice, Icon, Skeleton } from '@portico/ui';
import { productsQuery } from './products.queries.ts';
import * as styles from './products-screen.css.ts';

const SKELETON_CARDS = 6;

const ProductCard = ({ product }: { product: BillableProduct }) => (
  <li className={styles.card}>
    <span className={styles.medallion}>
      <Icon of={Package} size="lg" />
    </span>
    <h2 className={styles.name}>{product.name}</h2>
    {product.description !== null && <p className={styles.description}>{product.description}</p>}
    <p className={styles.price}>{formatPrice(product.defaultPrice.unitAmount)}</p>
  </li>
);

const SkeletonCards = () =>
  Array.from({ length: SKELETON_CARDS }, (_, index) => (
    <li key={index} className={styles.card} aria-hidden>
      <Skeleton width="2.25rem" height="2.25rem" />
      <Skeleton width="60%" height="1rem" />
      <Skeleton width="90%" />
      <p className={styles.price}>
        <Skeleton width="6rem" height="1.5rem" />
      </p>
    </li>
  ));

const Cards = ({ products }: { products: readonly BillableProduct[] | undefined }): ReactNode => {
  if (products?.length === 0)
    return <EmptyState isFramed icon={PackageOpen} title="There are no products yet" text="Come back soon." />;
  return (
    <ul className={styles.grid} aria-busy={products === undefined}>
      {products === undefined ? (
        <SkeletonCards />
      ) : (
        products.map((product) => <ProductCard key={product.id} product={product} />)
      )}
    </ul>
  );
};

/** Everything that can be bought, with its price. */
export const ProductsScreen = ({ api, productName }: { api: ApiClient; productName: string }) => {
  const { data, isError, error, isFetching, refetch } = useQuery(productsQuery(api));
  return (
    <section className={styles.screen} aria-labelledby="products-heading">
      <header>
        <h1 id="products-heading" className={styles.heading}>
          Products
        </h1>
        <p className={styles.lead}>Extend {productName} with what your organization needs. Prices are in US dollars.</p>
      </header>
      {isError && data === undefined ? (
        <EmptyState isFramed icon={CloudOff} tone="danger" title="Products could not be loaded" text={errorText(error)}>
          <Button onPress={() => void refetch()} isLoading={isFetching}>
            Try again
          </Button>
        </EmptyState>
      ) : (
        <Cards products={data} />
      )}
    </section>
  );
};
