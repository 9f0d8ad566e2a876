import { z } from 'zod/mini';
import { Id, IdText, Moment } from '../common/ids.ts';
import { text } from '../common/fields.ts';
import { MAX_LIMIT } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { AUDIT_OUTCOMES, AuditEntry } from '../events/audit.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { EXPORT_FORMATS } from './event-export.ts';

/** Days that entries are kept by default. */
export const AUDIT_DAYS = 400;
/** Maximum rows per export. */
export const MAX_AUDIT_ROWS = 100_000;

const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, { error: should('be a day like 2026-11-28') }));
/** An action, such as `organization.create`, or all actions of a noun, such as `organization`. */
const Action = z.string().check(z.regex(/^[a-z-]+(\.[a-z-]+)?$/, { error: should('be a noun, or a noun and a verb') }));
const Target = z
  .string()
  .check(z.regex(/^[a-z-]+:.{1,200}$/, { error: should('be a noun and an id, like integration:5') }));

/** `actor`: a user's id, or part of an e-mail address. `from` <= time < `to`. */
export const AuditFilter = z.object({
  actor: z.optional(text(200)),
  action: z.optional(Action),
  target: z.optional(Target),
  outcome: z.optional(z.enum(AUDIT_OUTCOMES)),
  organization: z.optional(IdText),
  request: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/, { error: should('be the id of a request') }))),
  from: z.optional(Moment),
  to: z.optional(Moment),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** `after`: the `next` of the previous page. */
export const AuditQuery = z.extend(AuditFilter, {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_LIMIT)), 50),
  after: z.optional(z.string().check(z.regex(/^\d{1,15}_[\da-f-]{36}$/, { error: should('be the next of a page') }))),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/**
 * An entry in responses. For a manager, `organizations` contains only the manager's own organizations, and `rows` counts only rows of these
 * organizations. `day` and `position`: the entry's place in the chain.
 */
export const ListedAuditEntry = z.extend(AuditEntry, {
  /** The chain's organization; null for the product's chain. */
  organization: z.nullable(Id),
  day: z.string(),
  position: z.int(),
});
export type ListedAuditEntry = z.infer<typeof ListedAuditEntry>;

export const AuditPage = z.object({ data: z.array(ListedAuditEntry), next: z.nullable(z.string()) });
export type AuditPage = z.infer<typeof AuditPage>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  audit: { action: 'audit.list' },
  summary:
    'List audit log entries, newest first: all for administrators, otherwise those of organizations that the caller manages',
  query: AuditQuery,
  response: AuditPage,
});

export const AuditExportQuery = z.extend(AuditFilter, { format: z._default(z.enum(EXPORT_FORMATS), 'csv') });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit/export',
  audit: { action: 'audit.export' },
  summary: 'Export matching audit log entries as a file, newest first, at most 100,000',
  query: AuditExportQuery,
  media: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
});

/** Selects a day of one chain. Without `organization`, this is the product's chain, for administrators. */
export const AuditVerifyQuery = z.object({ organization: z.optional(IdText), day: Day });
export type AuditVerifyQuery = z.infer<typeof AuditVerifyQuery>;

export const AUDIT_FAULTS = ['missing', 'altered', 'reordered'] as const;

export const AuditVerification = z.object({
  organization: z.nullable(Id),
  day: z.string(),
  entries: z.int(),
  /** Hash of the day's last entry. The first entry of the chain's next day contains the same hash. */
  head: z.nullable(z.string()),
  /** Whether the day is older than the retention, so that some entries may be deleted already. */
  isExpired: z.boolean(),
  /** The first fault of the day. */
  fault: z.nullable(
    z.object({ kind: z.enum(AUDIT_FAULTS), position: z.int(), id: z.nullable(z.string()), message: z.string() }),
  ),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/audit/verify',
  audit: READS_SETTINGS,
  summary: 'Verify that the audit log entries of one organization and day are complete, unaltered and in order',
  query: AuditVerifyQuery,
  response: AuditVerification,
});
