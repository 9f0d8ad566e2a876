import { randomUUID } from 'node:crypto';
import { AUDIT_TOPIC, type AuditEntry, auditMessage } from '@portico/contracts/events/audit';
import type { AuditPage, AuditVerification, ListedAuditEntry } from '@portico/contracts/http/audit';
import type { Kafka } from '@portico/kafka';
import { type Call, eventually, read } from '@portico/testkit';

/** Creates an entry as a service writes it. */
export const auditEntry = (entry: Partial<AuditEntry> = {}): AuditEntry => ({
  id: randomUUID(),
  time: new Date().toISOString(),
  organizations: [],
  shares: [],
  actor: { kind: 'user', id: 9, email: null, role: 'ADMIN' },
  channel: 'console',
  service: 'orgs',
  action: 'organization.update',
  targets: ['organization:1'],
  outcome: 'done',
  reason: null,
  rows: null,
  question: null,
  requestId: null,
  address: null,
  ...entry,
});

export async function publishEntries(kafka: Kafka, entries: readonly AuditEntry[]): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic: AUDIT_TOPIC, messages: entries.map(auditMessage), acks: -1 });
  await producer.disconnect();
}

export const listEntries = async (call: Call, query: string): Promise<ListedAuditEntry[]> =>
  (await read<AuditPage>(call, `/audit?limit=100${query}`)).data;

/** Waits until a query finds `count` entries, and returns them. */
export const entriesOf = (call: Call, query: string, count: number): Promise<ListedAuditEntry[]> =>
  eventually(async () => {
    const entries = await listEntries(call, query);
    return entries.length >= count && entries;
  }, 30_000);

export const verifyDay = (call: Call, organization: number | null, day: string): Promise<AuditVerification> =>
  read<AuditVerification>(
    call,
    `/audit/verify?day=${day}${organization === null ? '' : `&organization=${organization}`}`,
  );

/** Runs a statement as the owner of the database. */
export async function inClickHouse(clickhouseUrl: string, sql: string): Promise<string> {
  const { origin, pathname, username, password } = new URL(clickhouseUrl);
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}&mutations_sync=2`, {
    method: 'POST',
    body: sql,
    headers: { 'x-clickhouse-user': username || 'default', 'x-clickhouse-key': decodeURIComponent(password) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
