import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { endpoint } from '@portico/contracts/http/endpoint';
import { JsonSchema } from './fields.ts';

/** Documents of the API, which it makes of its own contracts. */
export const DOCUMENTS = { asyncApi: '/asyncapi.yaml', schema: '/schemas/integration-event.json' } as const;

const getSchema = endpoint({
  method: 'GET',
  path: DOCUMENTS.schema,
  summary: 'JSON Schema of an integration event',
  response: JsonSchema,
});

export const schemaQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['connect', 'schema'],
    queryFn: ({ signal }) => api.call(getSchema, { signal }),
    staleTime: Infinity,
    meta: { isQuiet: true },
  });
