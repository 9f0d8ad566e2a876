import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { EventFilter, EventHistogram, EventList } from '@portico/contracts/http/events';
import { type Call, eventually, LiveViewer, read, type ServiceProcess } from '@portico/testkit';
import { integrationEvent, RECENTLY } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const at = (second: number): string => new Date(RECENTLY + second * 1_000).toISOString();
const OF_GLOBEX = { source_id: 2, organization_id: 2 };

/** The published events, the newest event first. */
const EVENTS = [
  integrationEvent({ id: 'a', timestamp: at(50), details: { message: 'IBAN: refused', amount: { cents: 1_500 } } }),
  integrationEvent({
    id: 'b',
    timestamp: at(40),
    result: 'FAILURE',
    severity_text: 'ERROR',
    details: { message: 'no', step: '3' },
  }),
  integrationEvent({ id: 'c', timestamp: at(30), ...OF_GLOBEX, event_name: 'transfer_failed', severity_text: 'WARN' }),
  integrationEvent({
    id: 'd',
    timestamp: at(20),
    ...OF_GLOBEX,
    result: 'FAILURE',
    details: { message: 'no', tags: ['Late', 'big'], step: 3 },
  }),
  integrationEvent({
    id: 'e',
    timestamp: at(10),
    source_type: 'Straße',
    event_name: 'Cafe\u0301 οδος',
    details: { message: 'no', amount: { cents: 900 }, retry: null },
  }),
];

jest.setTimeout(30_000);

describe('a query', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let admin: Call;
  let member: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
    member = await stack.as({ id: 5, usertype: 'CLIENT' });
    await stack.publisher.publish(...EVENTS.toReversed());
    await eventually(async () => (await found(admin, '')) === 'abcde');
    await eventually(async () => (await found(member, '')) === 'abe');
  }, 60_000);
  afterAll(() => stack?.stop());

  const view = async (filter: EventFilter): Promise<LiveViewer> =>
    new LiveViewer(service.url, await stack.tokens.sign(), filter).open();
  const ask = (what: string, where: string): string => `${what}?${new URLSearchParams({ where }).toString()}`;
  const found = async (call: Call, where: string): Promise<string> =>
    (await read<EventList>(call, ask('/events', where))).data.map(({ id }) => id).join('');

  it.each([
    ['status:failure', 'bd'],
    ['-status:failure', 'ace'],
    ['severity:>=warn', 'bc'],
    ['type:STRA* OR status:failure severity:error', 'be'],
    ['type:payroll -(status:failure OR event:transfer_*)', 'a'],
    ['event:(transfer_failed OR nothing)', 'c'],
    ['integration:Banking', 'cd'],
    ['organization:(#1 OR nobody)', 'abe'],
    ['"IBAN: refused"', 'a'],
    ['IBAN: refused', 'a'],
    ['type:STRASSE', 'e'],
    ['event:"CAF\u00c9 ΟΔΟΣ"', 'e'],
    ['event:caf\u00e9*', 'e'],
    ['caf\u00e9', 'e'],
    ['message:iban', 'a'],
    ['details.amount.cents:>1000', 'a'],
    ['details.amount:*', 'ae'],
    ['details.step:3', 'bd'],
    ['details.step:"3"', 'b'],
    ['details.tags:late details.tags:BIG', 'd'],
    ['details.retry:null', 'e'],
    ['-details.amount:*', 'bcd'],
    ['delay:<0s', ''],
    ['arrived:>=2026-01-01T00:00Z', 'abcde'],
    ['arrived:<2026-01-01T00:00:00.000+01:00', ''],
    ['id:a OR id:c', 'ac'],
  ])('%s finds %s', async (where, ids) => expect(await found(admin, where)).toBe(ids));

  it.each([
    ['organization:Globex', ''],
    ['organization:#2', ''],
    ['-organization:#1', ''],
    ['status:* OR -status:*', 'abe'],
    ['integration:b*', ''],
  ])("finds no event of another organization for a member: %s finds '%s'", async (where, ids) =>
    expect(await found(member, where)).toBe(ids),
  );

  it('matches live rows by the current names of their integrations', async () => {
    const viewer = await view({ where: 'integration:crew*' });
    await stack.publisher.integration(77, { name: 'crew one', organizationId: 1 });
    const event = integrationEvent({ source_id: 77 });
    await stack.publisher.publish(event);
    await eventually(() => viewer.rows.has(event.id));
    await stack.publisher.integration(77, { name: 'staff one', organizationId: 1 });
    const [witness, staff] = [await view({}), integrationEvent({ source_id: 77 })];
    await eventually(async () => {
      await stack.publisher.publish(integrationEvent({ source_id: 77 }));
      return [...witness.rows.values()].some(({ integration }) => integration === 'staff one');
    });
    await stack.publisher.publish(staff);
    await eventually(() => witness.rows.has(staff.id));
    expect(viewer.rows.has(staff.id)).toBe(false);
    viewer.close();
    witness.close();
  });

  it('filters the histogram, facets and exported files in the same way', async () => {
    const where = 'status:failure';
    const histogram = await read<EventHistogram>(admin, ask('/events/histogram', where));
    const facets = await read<EventFacets>(admin, ask('/events/facets', where));
    expect(histogram.buckets.reduce((sum, { failure }) => sum + failure, 0)).toBe(2);
    expect(facets.severity).toEqual(expect.arrayContaining([{ value: 'ERROR', count: 1 }]));
    const { body } = await admin('GET', `${ask('/events/export', where)}&format=ndjson`);
    expect(String(body).trim().split('\n')).toHaveLength(2);
  });

  it.each(['/events', '/events/facets', '/events/histogram', '/events/export'])(
    'is rejected by %s with the position of the fault if it is malformed',
    async (path) => {
      const { status, body } = await admin('GET', ask(path, 'type:payroll user:7'));
      expect(status).toBe(400);
      const message = expect.stringMatching(/^There is no field user, only .* \(character 14\)$/);
      expect(body).toMatchObject({ code: 'validation_failed', faults: [{ pointer: '/where', message }] });
    },
  );

  it('is rejected with the position of the first name pattern beyond the limit', async () => {
    const names = Array.from({ length: 21 }, (_, index) => `${index + 10}*`);
    const { status, body } = await member('GET', ask('/events', `integration:(${names.join(' OR ')})`));
    expect(status).toBe(400);
    const message =
      'A query should have at most 20 different names with * of integrations and organizations (character 154)';
    expect(body).toMatchObject({ code: 'validation_failed', faults: [{ pointer: '/where', message }] });
  });

  it('is accepted for a client even if the matching integrations of all organizations exceed a limit', async () => {
    const others = Array.from({ length: 560 }, (_, index) => 1_000 + index);
    await Promise.all(others.map((id) => stack.publisher.integration(id, { name: `pay ${id}`, organizationId: 2 })));
    // All integrations, repeated 95 times, exceed the limit of a statement.
    const where = `integration:(${Array(95).fill('pay*').join(' OR ')})`;
    await eventually(async () => (await admin('GET', ask('/events', where))).status === 400);
    // The condition selects the five events of this test, because other tests also publish events.
    const five = 'id:(a OR b OR c OR d OR e)';
    expect(await found(member, `${five} ${where}`)).toBe('abe');
    expect(await found(member, `${five} -(${where})`)).toBe('');
  });

  it('filters live rows', async () => {
    const viewer = await new LiveViewer(`http://127.0.0.1:${stack.port()}`, await stack.tokens.sign(), {
      where: 'details.step:>2',
    }).open();
    await stack.publisher.publish(
      integrationEvent({ id: 'x', details: { message: 'no', step: 2 } }),
      integrationEvent({ id: 'y', details: { message: 'no', step: 4 } }),
    );
    await eventually(() => viewer.rows.has('y'));
    expect(viewer.received).toEqual(['y']);
    viewer.check();
    viewer.close();
  });

  it('is rejected by a live subscription if it is malformed, without closing the connection', async () => {
    const viewer = await new LiveViewer(`http://127.0.0.1:${stack.port()}`, await stack.tokens.sign()).open();
    const { cursor } = await read<EventList>(admin, '/events');
    const answer = await viewer.socket.emitWithAck('subscribe', { filter: { where: 'status:' }, cursor });
    expect(answer).toMatchObject({ ok: false, problem: { status: 400, faults: [{ pointer: '/where' }] } });
    expect(await viewer.socket.emitWithAck('subscribe', { filter: { where: 'status:*' }, cursor })).toEqual({
      ok: true,
    });
    viewer.close();
  });
});
