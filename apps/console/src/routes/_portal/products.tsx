import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { buttonClass, formatNumber, Icon } from '@portico/ui';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';
import { cart } from '../../features/shop/cart.ts';
import { ProductsScreen } from '../../features/shop/products-screen.tsx';
import { productsQuery } from '../../features/shop/shop.queries.ts';
import { JoinOrCreate } from '../../app/join-or-create.tsx';

const Products = () => {
  const { user } = Route.useRouteContext();
  const { productName } = useConfig();
  const navigate = useNavigate({ from: '/products' });
  const inCart = cart.useValue().length;
  return (
    <>
      <Title of="Products" />
      {user.usertype === 'LEAD' && <JoinOrCreate />}
      <ProductsScreen
        productName={productName}
        hasDashboard={user.usertype !== 'LEAD'}
        onAdded={() => void navigate({ to: '/checkout' })}
      >
        {inCart > 0 && (
          <Link to="/checkout" preload="intent" className={buttonClass({ variant: 'secondary' })}>
            <Icon of={ShoppingCart} />
            Cart ({formatNumber(inCart)})
          </Link>
        )}
      </ProductsScreen>
    </>
  );
};

export const Route = createFileRoute('/_portal/products')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(productsQuery(api)),
  component: Products,
});
