import { z } from 'zod/mini';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { MAX_QUERY_LENGTH } from './events.ts';

/** Maximum integration names per response. */
export const MAX_INTEGRATION_NAMES = 200;

/** `query`: case-insensitive substring of the name. */
export const EventIntegrationsQuery = z.object({
  query: z._default(z.string().check(z.trim(), z.maxLength(MAX_QUERY_LENGTH)), ''),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INTEGRATION_NAMES)),
    MAX_INTEGRATION_NAMES,
  ),
});
export type EventIntegrationsQuery = z.infer<typeof EventIntegrationsQuery>;

/** Names of integrations, each once, in alphabetical order. `isComplete` is false if more names match. */
export const EventIntegrations = z.object({ data: z.array(z.string()), isComplete: z.boolean() });
export type EventIntegrations = z.infer<typeof EventIntegrations>;

export const listEventIntegrations = endpoint({
  method: 'GET',
  path: '/events/integrations',
  audit: READS_SETTINGS,
  summary: 'List the names of existing integrations whose events the caller may see',
  query: EventIntegrationsQuery,
  response: EventIntegrations,
});
