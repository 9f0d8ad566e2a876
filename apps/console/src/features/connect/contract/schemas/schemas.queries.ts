import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  type JsonSchema,
  listEventSchemas,
  removeEventSchema,
  saveEventSchema,
} from '@portico/contracts/http/event-schemas';
import { useApi } from '../../../../api/use-api.ts';

/** Milliseconds until changes by other users appear. */
const FRESH_MS = 15_000;

/** Schemas of an integration's event names, by name. */
export const schemasQuery = (api: ApiClient, id: number) =>
  queryOptions({
    queryKey: ['connect', 'schemas', id],
    queryFn: ({ signal }) => api.call(listEventSchemas, { params: { id }, signal }),
    staleTime: FRESH_MS,
    meta: { isQuiet: true },
  });

export const useSchemaMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: schemasQuery(api, id).queryKey });
  return {
    save: useMutation({
      mutationFn: ({ event, schema }: { event: string; schema: JsonSchema }) =>
        api.call(saveEventSchema, { params: { id, event }, body: schema }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (event: string) => api.call(removeEventSchema, { params: { id }, query: { event } }),
      onSettled,
    }),
  };
};
