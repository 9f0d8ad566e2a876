import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { type AuditFilter, exportAudit, listAudit } from '@portico/contracts/http/audit';
import { QUIET } from '../../api/calls.ts';

/** URL parameters of the audit screen; `from` and `to` are days. */
export const AUDIT_FIELDS = ['actor', 'action', 'target', 'organization', 'from', 'to'] as const;
export type AuditSearch = Partial<Record<(typeof AUDIT_FIELDS)[number], string | undefined>>;

const DAY = 24 * 60 * 60 * 1_000;
/** Returns the start of a day in UTC, `days` days after `day`. Returns invalid text unchanged, so that the API explains the error. */
const momentOf = (day: string, days: number): string => {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(start) ? day : new Date(start + days * DAY).toISOString();
};

/** Converts URL parameters to the API's filter, which includes the whole day `to`. */
export const filterOf = ({ actor, action, target, organization, from, to }: AuditSearch): AuditFilter => ({
  ...(actor !== undefined && { actor }),
  ...(action !== undefined && { action }),
  ...(target !== undefined && { target }),
  ...(organization !== undefined && { organization: Number(organization) }),
  ...(from !== undefined && { from: momentOf(from, 0) }),
  ...(to !== undefined && { to: momentOf(to, 1) }),
});

/** Entries page by page, the latest first. */
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
