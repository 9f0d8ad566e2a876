import type { ApiClient } from '@portico/api-client';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { MAX_QUERY_LENGTH } from '@portico/contracts/http/events';
import { cutText } from '@portico/contracts/common/cut-text';
import { QUIET, readQuery } from '../../../api/calls.ts';

const MAX_NAMES = 50;

export const integrationNamesQuery = (api: ApiClient, search: string) =>
  readQuery(
    api,
    ['events', 'integrations', search],
    listEventIntegrations,
    { query: { query: cutText(search, MAX_QUERY_LENGTH), limit: MAX_NAMES } },
    { staleTime: 30_000, gcTime: 60_000, ...QUIET },
  );
