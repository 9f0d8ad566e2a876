import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listBillableProducts } from '@portico/contracts/http/billing';

export const productsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['billable-products'],
    queryFn: ({ signal }) => api.call(listBillableProducts, { signal }),
    staleTime: 60_000,
  });
