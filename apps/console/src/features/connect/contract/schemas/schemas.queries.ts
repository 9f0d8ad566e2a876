import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  type JsonSchema,
  listEventSchemas,
  removeEventSchema,
  saveEventSchema,
} from '@portico/contracts/http/event-schemas';
import { useApi } from '../../../../api/use-api.ts';
import { QUIET, readQuery, useChange } from '../../../../api/calls.ts';

/** Milliseconds until cached schemas are stale. Changes by other users appear after this time. */
const STALE_MS = 15_000;

export const schemasQuery = (api: ApiClient, id: number) =>
  readQuery(api, ['connect', 'schemas', id], listEventSchemas, { params: { id } }, { staleTime: STALE_MS, ...QUIET });

export const useSchemaMutations = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: schemasQuery(api, id).queryKey });
  return {
    save: useChange(
      saveEventSchema,
      ({ event, schema }: { event: string; schema: JsonSchema }) => ({ params: { id, event }, body: schema }),
      { onSettled },
    ),
    remove: useChange(removeEventSchema, (event: string) => ({ params: { id }, query: { event } }), { onSettled }),
  };
};
