import type { ApiClient, CallOptions } from '@portico/api-client';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import {
  queryOptions,
  useMutation,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { useApi } from './use-api.ts';

type Answer<E extends Endpoint> = z.output<E['response']>;

/** Options of a query for one endpoint, for `useQuery` and `prefetchQuery`. */
export const readQuery = <E extends Endpoint>(
  api: ApiClient,
  queryKey: QueryKey,
  endpoint: E,
  request: CallOptions<E>,
  options: Omit<UseQueryOptions<Answer<E>>, 'queryKey' | 'queryFn' | 'initialData'> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => api.call(endpoint, { ...request, signal }), ...options });

/** Query options that suppress the error toast, for a screen that handles or ignores failed loads itself. */
export const QUIET = { meta: { isQuiet: true } };

/** Query options that repeat the query every `refetchInterval` milliseconds, without error toasts. */
export const quiet = (refetchInterval: number) => ({ refetchInterval, ...QUIET });

/** A mutation for one endpoint. `toRequest` converts the argument of `mutate` to the request. */
export const useChange = <E extends Endpoint, Variables = void, Context = unknown>(
  endpoint: E,
  toRequest: (variables: Variables) => CallOptions<E>,
  options: Omit<UseMutationOptions<Answer<E>, Error, Variables, Context>, 'mutationFn'> = {},
) => {
  const api = useApi();
  return useMutation({ mutationFn: (variables) => api.call(endpoint, toRequest(variables)), ...options });
};
