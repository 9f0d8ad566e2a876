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

/** A question of one endpoint, for `useQuery` and `prefetchQuery`. */
export const readQuery = <E extends Endpoint>(
  api: ApiClient,
  queryKey: QueryKey,
  endpoint: E,
  request: CallOptions<E>,
  options: Omit<UseQueryOptions<Answer<E>>, 'queryKey' | 'queryFn' | 'initialData'> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => api.call(endpoint, { ...request, signal }), ...options });

/** Of a question whose screen reports or leaves out a failure itself. */
export const QUIET = { meta: { isQuiet: true } };

/** The same, asked again every so many milliseconds. */
export const quiet = (refetchInterval: number) => ({ refetchInterval, ...QUIET });

/** A change by one endpoint. `toRequest` makes the request from what `mutate` takes. */
export const useChange = <E extends Endpoint, Variables = void, Context = unknown>(
  endpoint: E,
  toRequest: (variables: Variables) => CallOptions<E>,
  options: Omit<UseMutationOptions<Answer<E>, Error, Variables, Context>, 'mutationFn'> = {},
) => {
  const api = useApi();
  return useMutation({ mutationFn: (variables) => api.call(endpoint, toRequest(variables)), ...options });
};
