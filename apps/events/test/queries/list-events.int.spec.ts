import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import { EventList } from '@portico/contracts/http/events';
import { type Call, eventually } from '@portico/testkit';
import { integrationEvent, RECENTLY } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const at = (second: number): string => new Date(RECENTLY + second * 1_000).toISOString();

/** Events of two organizations and three integrations, the newest event first. */
const EVENTS = [
  integrationEvent({ id: 'a', timestamp: at(50), details: { message: 'Paid 100% of the Payrun' } }),
  integrationEvent({ id: 'b', timestamp: at(40), result: 'FAILURE', severity_text: 'ERROR' }),
  integrationEvent({ id: 'c', timestamp: at(30), source_id: 2, organization_id: 2, event_name: 'transfer_failed' }),
  integrationEvent({ id: 'd', timestamp: at(20), source_id: 2, organization_id: 2, result: 'FAILURE' }),
  integrationEvent({ id: 'e', timestamp: at(10), source_id: 3, trace_id: 'f'.repeat(32), source_type: 'Straße' }),
];

jest.setTimeout(30_000);

describe('GET /events', () => {
  let stack: EventsStack;
  let admin: Call;
  let member: Call;
  let stranger: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    await publisher.integration(3, { name: 'cards' });
    [admin, member, stranger] = [
      await stack.furnish(),
      await stack.as({ id: 5, usertype: 'CLIENT' }),
      await stack.as({ id: 6, usertype: 'VENDOR' }),
    ];
    await eventually(async () => (await list(admin)).integrations.length === 3, 30_000);
    await publisher.publish(...EVENTS.toReversed());
    await eventually(async () => (await list(admin)).count === EVENTS.length);
  }, 60_000);
  afterAll(() => stack?.stop());

  const list = async (call: Call, query: Record<string, string> = {}): Promise<EventList> => {
    const { status, body } = await call('GET', `/events?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return EventList.parse(body);
  };
  const ids = async (call: Call, query: Record<string, string> = {}): Promise<string> =>
    (await list(call, query)).data.map(({ id }) => id).join('');

  // spec: 3.16, D.40
  it('returns the newest event first, with a count, all integration names and a cursor', async () => {
    const answer = await list(admin);
    expect(answer.data.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(answer).toMatchObject({ count: 5, countIsExact: true, integrations: ['banking', 'cards', 'payroll'] });
    expect(answer.cursor).toMatch(/^\d+:\d+/);
    const [{ published_at, stored_at } = { published_at: '', stored_at: null }] = answer.data;
    expect(Date.parse(published_at)).toBeGreaterThan(Date.parse(at(50)));
    expect(Date.parse(String(stored_at))).toBeGreaterThanOrEqual(Date.parse(published_at));
  });

  // spec: 7.4, D.38, D.39
  it.each([
    [{ query: 'PAYRUN' }, 'abde'],
    [{ query: '100%' }, 'a'],
    [{ query: 'r_f' }, 'c'],
    [{ query: 'strasse' }, 'e'],
    [{ query: 'FFFF' }, 'e'],
    [{ query: "'; DROP TABLE integration_events" }, ''],
    [{ status: 'FAILURE' }, 'bd'],
    [{ integration: 'banking' }, 'cd'],
    [{ integration: 'nobody' }, ''],
    [{ organizations: '2' }, 'cd'],
    [{ severity: 'ERROR' }, 'b'],
    [{ type: 'Straße' }, 'e'],
    [{ type: 'straße' }, ''],
    [{ event: 'transfer_failed' }, 'c'],
    [{ trace: 'F'.repeat(32) }, 'e'],
    [{ from: at(20), to: at(40) }, 'cd'],
    [{ from: at(40 + 3_600).replace('Z', '+01:00') }, 'ab'],
    [{ from: at(40), to: at(20) }, ''],
    [{ organizations: '1,2', status: 'FAILURE', integration: 'payroll' }, 'b'],
  ])('%j finds %j', async (query, expected) => {
    expect(await ids(admin, query)).toBe(expected);
    expect((await list(admin, { ...query, limit: '1' })).count).toBe(expected.length);
  });

  it('returns pages without overlap, and an empty page beyond the end', async () => {
    const pages = await Promise.all(['0', '2', '4', '6'].map((offset) => ids(admin, { limit: '2', offset })));
    expect(pages).toEqual(['ab', 'cd', 'e', '']);
  });

  // spec: D.14, D.41
  it("shows members only their organizations' events, and no events to a user without membership", async () => {
    expect(await list(member)).toMatchObject({ count: 3, integrations: ['cards', 'payroll'] });
    expect(await ids(member)).toBe('abe');
    expect(await ids(member, { organizations: '2' })).toBe('');
    expect(await ids(member, { organizations: '1,2' })).toBe('abe');
    expect(await ids(member, { integration: 'banking' })).toBe('');
    expect(await list(stranger)).toMatchObject({ data: [], count: 0, integrations: [] });
  });

  it('applies new and ended memberships immediately', async () => {
    await stack.publisher.membership(7, { userId: 6, organizationId: 2, approved: false });
    await stack.publisher.membership(7, { userId: 6, organizationId: 2 });
    await eventually(async () => (await ids(stranger)) === 'cd');
    await stack.publisher.membership(7, { userId: 6, organizationId: 2, deletedAt: at(0) });
    await eventually(async () => (await ids(stranger)) === '');
  });

  // spec: D.42
  it('shows the new name of an integration on past events, even after its deletion', async () => {
    await stack.publisher.integration(3, { name: 'credit cards' });
    await eventually(async () => (await ids(admin, { integration: 'credit cards' })) === 'e');
    await stack.publisher.integration(3, { name: 'credit cards', deletedAt: at(0) });
    await stack.publisher.integration(1, { name: 'wages' });
    await eventually(async () => (await list(admin)).integrations.includes('wages'));
    const { data, integrations, integrationCount } = await list(admin);
    expect(integrations).toEqual(['banking', 'wages']);
    expect(integrationCount).toBe(2);
    const facets = (await admin('GET', '/events/facets')).body as EventFacets;
    expect(facets.integration).toContainEqual({ value: 'credit cards', count: 1 });
    expect(data.map(({ integration }) => integration)).toEqual([
      'wages',
      'wages',
      'banking',
      'banking',
      'credit cards',
    ]);
    await stack.publisher.integration(1, { name: 'payroll' });
  });

  it("hides a deleted organization's events from its members, but shows them to admins", async () => {
    await stack.publisher.organization(1, { name: 'Acme', deletedAt: at(0) });
    await eventually(async () => (await ids(member)) === '');
    expect(await ids(admin)).toBe('abcde');
  });

  it('rejects a search text with the control character U+001F in the list, facets, histogram and export', async () => {
    for (const path of ['', '/facets', '/histogram', '/export'])
      expect([path, await admin('GET', `/events${path}?query=%1F`)]).toEqual([
        path,
        expect.objectContaining({
          status: 400,
          body: expect.objectContaining({ message: ['Query should not have the control character U+001F'] }),
        }),
      ]);
  });

  it('rejects callers without a token and malformed queries', async () => {
    expect((await fetch(`http://127.0.0.1:${stack.port()}/events`)).status).toBe(401);
    for (const query of [
      'limit=0',
      'limit=501',
      'offset=-1',
      'status=OK',
      'organizations=x',
      'severity=LOUD',
      'trace=abc',
      'from=yesterday',
      'to=2026-01-01T00:00:00',
      `query=${'x'.repeat(201)}`,
    ]) {
      const { status, body } = await admin('GET', `/events?${query}`);
      expect({ query, status, body }).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });
});
