import { expect } from '@jest/globals';
import type { AuditPage, ListedAuditEntry } from '@portico/contracts/http/audit';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import { type Answer, type Call, eventually } from '@portico/testkit';
import type { Person } from './product.ts';

/** A request that was sent for a table row, with the ids in its path and the response. */
export type Exchange = { endpoint: Endpoint; person: Person; ids: readonly unknown[]; answer: Answer };

const requestOf = ({ answer }: Exchange): string => answer.headers.get('x-request-id') ?? '';
/** Whether the call must have a separate audit entry. Lists of events share one entry per hour. */
const isRecorded = ({ endpoint: { audit }, answer: { status } }: Exchange): boolean =>
  'action' in audit && !audit.action.endsWith('.list') && status < 300;

async function everyEntry(call: Call): Promise<Map<string, ListedAuditEntry[]>> {
  const entries: ListedAuditEntry[] = [];
  let after = '';
  for (;;) {
    const { body, status } = await call('GET', `/audit?limit=100${after}`);
    if (status !== 200) throw new Error(`the audit log was answered ${status}: ${JSON.stringify(body)}`);
    const { data, next } = body as AuditPage;
    entries.push(...data);
    if (next === null) break;
    after = `&after=${next}`;
  }
  return Map.groupBy(entries, ({ requestId }) => requestId ?? '');
}

/** The expected audit entry of a call. */
const expectedOf = ({ endpoint: { audit, path, created }, person, ids, answer: { body } }: Exchange) => {
  const action = 'action' in audit ? audit.action : '';
  const [noun = ''] = action.split('.');
  const made = created && typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined;
  const isById = path.includes('{id}') && !('targets' in audit);
  // The target of a webhook call is the webhook's integration.
  const target =
    noun === 'hook'
      ? `integration:${String(ids[0])}`
      : isById
        ? `${noun}:${String(ids[0])}`
        : made !== undefined
          ? `${noun}:${String(made)}`
          : null;
  return {
    action,
    outcome: 'done',
    // The actor of a sign-in is the person in the provider's token.
    actor:
      action === 'session.create'
        ? { kind: 'user' }
        : person.id === 0 || noun === 'session'
          ? {}
          : { kind: 'user', id: person.id },
    targets: target === null ? expect.any(Array) : expect.arrayContaining([target]),
  };
};

/** Checks that each successful call has exactly one entry, and that no other call has an entry with the outcome `done`. */
export async function expectEntries(exchanges: readonly Exchange[], call: Call): Promise<void> {
  const recorded = exchanges.filter(isRecorded);
  const entries = await eventually(async () => {
    const found = await everyEntry(call);
    return recorded.every((one) => found.has(requestOf(one))) && found;
  }, 20_000).catch(() => everyEntry(call));
  const wrong = recorded.flatMap((one) => {
    const own = (entries.get(requestOf(one)) ?? []).filter(({ outcome }) => outcome === 'done');
    try {
      expect(own).toMatchObject([expectedOf(one)]);
      return [];
    } catch {
      return [{ call: `${one.endpoint.method} ${one.endpoint.path}`, expected: expectedOf(one), own }];
    }
  });
  expect(wrong).toEqual([]);
  // Every sign-in has its user as the actor, even a first sign-in, which binds the account before its session begins.
  const signedOn = [...entries.values()]
    .flat()
    .filter(({ action, outcome }) => action === 'session.create' && outcome === 'done');
  expect(new Set(signedOn.map(({ actor: { kind } }) => kind))).toEqual(new Set(['user']));
  const silent = exchanges
    .filter((one) => !isRecorded(one))
    .flatMap((one) => entries.get(requestOf(one)) ?? [])
    .filter(({ action }) => !action.endsWith('.list'));
  expect(silent.filter(({ outcome }) => outcome === 'done')).toEqual([]);
  expect(silent.map(({ outcome }) => outcome)).toContain('refused');
}
