import { z } from 'zod/mini';
import type { DomainEvent } from './domain-event.ts';

/** Log of actions and reads by people. Key: the entry's chain. */
export const AUDIT_TOPIC = 'audit.entries.v1';

/** Key of the chain of entries that concern no organization or several organizations. */
const PRODUCT_CHAIN = 0;

/** Maximum organizations per entry; a call that concerns more organizations writes several entries. */
export const MAX_AUDIT_ORGANIZATIONS = 1_000;

const ACTOR_KINDS = ['user', 'service', 'command', 'anonymous'] as const;
const AUDIT_CHANNELS = ['console', 'API', 'command'] as const;
/** `refused`: the caller lacked the right, the target did not exist, or the target's state forbade the action. */
export const AUDIT_OUTCOMES = ['done', 'refused'] as const;

/** The HMAC-SHA256 of a search text, keyed with a secret of the product, and the length of the text. Equal texts have equal digests. */
const AuditQuestion = z.object({ digest: z.string(), length: z.int() });

/** One entry of the audit log. */
export const AuditEntry = z.object({
  id: z.uuid(),
  time: z.iso.datetime(),
  /** The affected organizations. */
  organizations: z.array(z.int()),
  /** For reads, the number of rows per organization, in the order of `organizations`. */
  shares: z.array(z.int()),
  /**
   * `role`: the actor's usertype at the time of the action. `email`: always null for users in the topic; the events service stores the
   * user's address separately.
   */
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.nullable(z.int()),
    email: z.nullable(z.string()),
    role: z.nullable(z.string()),
  }),
  channel: z.enum(AUDIT_CHANNELS),
  service: z.string(),
  action: z.string(),
  /** Each as `noun:id`. */
  targets: z.array(z.string()),
  outcome: z.enum(AUDIT_OUTCOMES),
  reason: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  question: z.nullable(AuditQuestion),
  requestId: z.nullable(z.string()),
  /** The IP address, truncated to /24 or /48. */
  address: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The organization's chain if the entry concerns one organization, otherwise the product's chain. */
export const chainOf = ({ organizations: [first, ...others] }: Pick<AuditEntry, 'organizations'>): number =>
  first === undefined || others.length > 0 ? PRODUCT_CHAIN : first;

export function auditMessage(entry: AuditEntry): { key: string; value: string } {
  const key = String(chainOf(entry));
  const event: DomainEvent = {
    specversion: '1.0',
    id: entry.id,
    source: `/portico/${entry.service}`,
    type: 'portico.audit.entry',
    subject: key,
    time: entry.time,
    datacontenttype: 'application/json',
    data: entry,
  };
  return { key, value: JSON.stringify(event) };
}
