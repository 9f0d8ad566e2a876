import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';
import { productsQuery } from '../../features/products/products.queries.ts';
import { ProductsScreen } from '../../features/products/products-screen.tsx';

const Products = () => {
  const { api } = Route.useRouteContext();
  const { productName } = useConfig();
  return (
    <>
      <Title of="Products" />
      <ProductsScreen api={api} productName={productName} />
    </>
  );
};

export const Route = createFileRoute('/_portal/products')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(productsQuery(api)),
  component: Products,
});
