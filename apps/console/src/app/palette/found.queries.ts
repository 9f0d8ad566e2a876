import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { fold } from '@portico/contracts/common/fold';
import { isAdmin } from '@portico/contracts/common/roles';
import { listEventIntegrations } from '@portico/contracts/http/event-integrations';
import { listEvents, type EventRow } from '@portico/contracts/http/events';
import { listUsers } from '@portico/contracts/http/identity';
import { listIntegrations } from '@portico/contracts/http/integrations';
import { listOwnMemberships } from '@portico/contracts/http/memberships';
import { listOrganizations } from '@portico/contracts/http/orgs';
import { quote } from '@portico/contracts/query/print';
import { cutText } from '@portico/contracts/common/cut-text';
import { integrationHref, organizationHref } from '../../shared/health/hrefs.ts';
import { stringifySearch } from '../../shared/health/search-text.ts';
import type { SessionUser } from '../session/session-store.ts';
import { QUIET } from '../../api/calls.ts';

/** Maximum results of each kind. */
const LIMIT = 5;
/** Maximum length of a search text, in characters. It applies to each list that is searched. */
const MAX_LENGTH = 200;
/** Matches a possible event id: 6 to 128 characters, including a digit. */
const EVENT_ID = /^(?=.*\d)\S{6,128}$/;
const TRACE_ID = /^[0-9a-f]{32}$/i;

type Match = { id: string; text: string; note?: string; href: string };
export type MatchGroup = { title: 'Events' | 'Integrations' | 'Organizations' | 'Users'; found: Match[] };

const organizationMatch = ({ id, name }: { id: number; name: string }): Match => ({
  id: `organization ${id}`,
  text: name,
  href: organizationHref(id),
});

const administered = async (api: ApiClient, search: string, signal: AbortSignal): Promise<MatchGroup[]> => {
  const query = { search, limit: LIMIT, offset: 0 };
  const [integrations, organizations, users] = await Promise.all([
    api.call(listIntegrations, { query, signal }),
    api.call(listOrganizations, { query, signal }),
    api.call(listUsers, { query, signal }),
  ]);
  return [
    {
      title: 'Integrations',
      found: integrations.data.map(({ id, name, organization }) => ({
        id: `integration ${id}`,
        text: name,
        ...(organization && { note: organization.name }),
        href: integrationHref(id),
      })),
    },
    {
      title: 'Organizations',
      found: organizations.data.map(organizationMatch),
    },
    {
      title: 'Users',
      found: users.data.map(({ id, name, email }) => ({
        id: `user ${id}`,
        text: name,
        note: email,
        href: `/admin/users${stringifySearch({ search: email })}`,
      })),
    },
  ];
};

/** Search results for non-admins. */
const owned = async (api: ApiClient, search: string, signal: AbortSignal): Promise<MatchGroup[]> => {
  const [integrations, memberships] = await Promise.all([
    api.call(listEventIntegrations, { query: { query: search, limit: LIMIT }, signal }),
    api.call(listOwnMemberships, { signal }),
  ]);
  const part = fold(search);
  const own = memberships.data.filter(
    ({ approved, organization }) => approved && fold(organization.name).includes(part),
  );
  return [
    {
      title: 'Integrations',
      found: integrations.data.map((name) => ({
        id: `integration ${name}`,
        text: name,
        href: `/dashboard${stringifySearch({ integration: name })}`,
      })),
    },
    {
      title: 'Organizations',
      found: own.slice(0, LIMIT).map(({ organization }) => organizationMatch(organization)),
    },
  ];
};

const eventMatch = ({ id, source_id, trace_id, event_name, integration, timestamp }: EventRow): Match => ({
  id: `event ${source_id} ${id}`,
  text: event_name,
  note: `${integration ?? source_id} · ${timestamp.slice(0, 19).replace('T', ' ')} UTC`,
  href: `/dashboard${stringifySearch({ open: `${trace_id}-${source_id}.${id}` })}`,
});

const events = async (api: ApiClient, search: string, signal: AbortSignal): Promise<MatchGroup> => {
  const isTrace = TRACE_ID.test(search);
  if (!isTrace && !EVENT_ID.test(search)) return { title: 'Events', found: [] };
  const filter = isTrace ? { trace: search.toLowerCase() } : { where: `id:${quote(search)}` };
  const { data } = await api.call(listEvents, { query: { ...filter, limit: LIMIT, offset: 0 }, signal });
  const trace = {
    id: 'trace',
    text: `Every event of trace ${search}`,
    href: `/dashboard${stringifySearch({ trace: search })}`,
  };
  return { title: 'Events', found: [...data.map(eventMatch), ...(isTrace && data.length > 0 ? [trace] : [])] };
};

/** Search results from the server, limited to the viewer's rights. A failed request counts as no results. */
export const foundQuery = (api: ApiClient, { id, usertype }: SessionUser, term: string) => {
  const search = cutText(term, MAX_LENGTH);
  return queryOptions({
    queryKey: ['palette', id, search],
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled([
        events(api, search, signal).then((group) => [group]),
        isAdmin(usertype) ? administered(api, search, signal) : owned(api, search, signal),
      ]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
    // Leads have neither events nor admin lists.
    enabled: search.length > 1 && usertype !== 'LEAD',
    staleTime: 10_000,
    gcTime: 60_000,
    ...QUIET,
  });
};
