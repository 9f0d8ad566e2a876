import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { MAX_QUERY_LENGTH } from '@portico/contracts/http/events';
import { cutText } from '@portico/contracts/common/cut-text';

/** Maximum names in the panel, which is for searching. */
const SHOWN = 50;

/** Integrations by part of their name. The search shows a failure. */
export const integrationNamesQuery = (api: ApiClient, search: string) =>
  queryOptions({
    queryKey: ['events', 'integrations', search],
    queryFn: ({ signal }) =>
      api.call(listEventIntegrations, { query: { query: cutText(search, MAX_QUERY_LENGTH), limit: SHOWN }, signal }),
    staleTime: 30_000,
    gcTime: 60_000,
    meta: { isQuiet: true },
  });
