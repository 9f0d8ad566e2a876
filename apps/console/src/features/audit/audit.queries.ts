import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type AuditFilter, exportAudit, listAudit } from '@portico/contracts/http/audit';
import { QUIET } from '../../api/calls.ts';

/** URL parameters of the audit screen; `from` and `to` are days. */
export const AUDIT_FIELDS = ['actor', 'action', 'target', 'organization', 'from', 'to'] as const;
export type AuditSearch = Partial<Record<(typeof AUDIT_FIELDS)[number], string | undefined>>;

const DAY_MS = 86_400_000;
/** The start of the day `days` days after `day`, in UTC. Invalid text stays unchanged, so that the API can explain the error. */
const momentOf = (day: string, days: number): string => {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? day : new Date(start + days * DAY_MS).toISOString();
};

/** The API's filter for URL parameters. It includes the whole day `to`. */
export const filterOf = ({ organization, from, to, ...texts }: AuditSearch): AuditFilter => ({
  ...texts,
  ...(organization !== undefined && { organization: Number(organization) }),
  ...(from !== undefined && { from: momentOf(from, 0) }),
  ...(to !== undefined && { to: momentOf(to, 1) }),
});

export const auditQuery = (api: ApiClient, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAudit, { query: { ...filter, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...QUIET,
  });

export const auditFile = async (api: ApiClient, filter: AuditFilter, format: 'csv' | 'ndjson'): Promise<Blob> =>
  (await api.stream(exportAudit, { query: { ...filter, format } })).blob();
