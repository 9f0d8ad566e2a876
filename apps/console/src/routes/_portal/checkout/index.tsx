import { createFileRoute } from '@tanstack/react-router';
import { membershipsQuery } from '../../../features/own-organizations/membership.queries.ts';
import { productsQuery } from '../../../features/shop/shop.queries.ts';
import { Checkout } from './-checkout.tsx';

export const Route = createFileRoute('/_portal/checkout/')({
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(productsQuery(api));
    void queryClient.prefetchQuery(membershipsQuery(api));
  },
  component: Checkout,
});
