import type { ApiClient } from '@portico/api-client';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { MAX_QUERY_LENGTH } from '@portico/contracts/http/events';
import { cutText } from '@portico/contracts/common/cut-text';
import { QUIET, readQuery } from '../../../api/calls.ts';

/** Maximum number of names in the panel. To find more names, the user types a part of the name. */
const MAX_NAMES = 50;

/** Finds names of integrations by a part of the name. The search field shows a failure itself. */
export const integrationNamesQuery = (api: ApiClient, search: string) =>
  readQuery(
    api,
    ['events', 'integrations', search],
    listEventIntegrations,
    { query: { query: cutText(search, MAX_QUERY_LENGTH), limit: MAX_NAMES } },
    { staleTime: 30_000, gcTime: 60_000, ...QUIET },
  );
