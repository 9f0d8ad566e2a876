import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventFacets } from '@portico/contracts/http/event-facets';
import { EventTrace } from '@portico/contracts/http/event-traces';
import { EventHistogram, EventList } from '@portico/contracts/http/events';
import { type Call, eventually } from '@portico/testkit';
import { integrationEvent, RECENTLY } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const at = (minute: number): string => new Date(RECENTLY + minute * 60_000).toISOString();
const FAILURE = { result: 'FAILURE', severity_text: 'ERROR' } as const;
const BANKING = { source_id: 2, organization_id: 2, source_type: 'banking', event_name: 'transfer.sent' };
const TRACE = 'a'.repeat(32);

/** Four events of organization 1, and two events of organization 2. One trace has events of both organizations. */
const EVENTS = [
  integrationEvent({ timestamp: at(0) }),
  integrationEvent({ id: 'first', timestamp: at(0), trace_id: TRACE }),
  integrationEvent({ id: 'third', timestamp: at(2), trace_id: TRACE, ...FAILURE }),
  integrationEvent({ timestamp: at(59), source_id: 3, event_name: 'payrun.started' }),
  integrationEvent({ id: 'second', timestamp: at(1), trace_id: TRACE, ...BANKING }),
  integrationEvent({ timestamp: at(30), ...BANKING, ...FAILURE, details: { message: 'Refused' } }),
];

jest.setTimeout(30_000);

describe('an overview of events', () => {
  let stack: EventsStack;
  let admin: Call;
  let member: Call;
  let stranger: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    await publisher.organization(1, { name: 'Acme' });
    await publisher.integration(1, { name: 'payroll' });
    await publisher.integration(2, { name: 'banking', organizationId: 2 });
    await publisher.integration(3, { name: 'payroll' });
    await publisher.membership(1, { userId: 5, organizationId: 1 });
    [admin, member, stranger] = [
      await stack.as(),
      await stack.as({ id: 5, usertype: 'CLIENT' }),
      await stack.as({ id: 6, usertype: 'VENDOR' }),
    ];
    const seen = async (call: Call): Promise<EventList> => EventList.parse(await ask(call, '/events'));
    await eventually(async () => (await seen(admin)).integrations.length === 2);
    await publisher.publish(...EVENTS);
    await eventually(async () => (await seen(member)).count === 4);
    await eventually(async () => (await seen(admin)).count === EVENTS.length);
  }, 60_000);
  afterAll(() => stack?.stop());

  const ask = async (call: Call, path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const { status, body } = await call('GET', `${path}?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };

  describe('GET /events/facets', () => {
    const facets = async (call: Call, query: Record<string, string> = {}): Promise<EventFacets> =>
      EventFacets.parse(await ask(call, '/events/facets', query));

    it('counts each value, with the most frequent first and integrations of the same name together', async () => {
      expect(await facets(admin)).toEqual({
        status: [
          { value: 'SUCCESS', count: 4 },
          { value: 'FAILURE', count: 2 },
        ],
        severity: [
          { value: 'INFO', count: 4 },
          { value: 'ERROR', count: 2 },
        ],
        type: [
          { value: 'payroll', count: 4 },
          { value: 'banking', count: 2 },
        ],
        event: [
          { value: 'payrun.completed', count: 3 },
          { value: 'transfer.sent', count: 2 },
          { value: 'payrun.started', count: 1 },
        ],
        integration: [
          { value: 'payroll', count: 4 },
          { value: 'banking', count: 2 },
        ],
        organization: [
          { value: 1, name: 'Acme', count: 4 },
          { value: 2, name: null, count: 2 },
        ],
        countedFrom: null,
        cursor: expect.stringMatching(/^\d+:\d+(,\d+:\d+)*$/),
      });
    });

    it('counts a facet without its own filter, and with all other filters', async () => {
      const { status, severity, organization } = await facets(admin, { status: 'FAILURE', organizations: '1' });
      expect(status).toEqual([
        { value: 'SUCCESS', count: 3 },
        { value: 'FAILURE', count: 1 },
      ]);
      expect(severity).toEqual([{ value: 'ERROR', count: 1 }]);
      expect(organization.map(({ value, count }) => [value, count])).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect((await facets(admin, { query: 'refused' })).type).toEqual([{ value: 'banking', count: 1 }]);
      expect((await facets(admin, { from: at(1), to: at(31) })).event.map(({ count }) => count)).toEqual([2, 1]);
    });

    it('counts the events that the caller may see', async () => {
      const { type, organization } = await facets(member, { organizations: '1,2' });
      expect(type).toEqual([{ value: 'payroll', count: 4 }]);
      expect(organization).toEqual([{ value: 1, name: 'Acme', count: 4 }]);
      expect((await facets(stranger)).status).toEqual([]);
    });
  });

  describe('GET /events/histogram', () => {
    const histogram = async (call: Call, query: Record<string, string> = {}): Promise<EventHistogram> =>
      EventHistogram.parse(await ask(call, '/events/histogram', query));
    const bars = ({ buckets }: EventHistogram): number[][] =>
      buckets.flatMap(({ at: start, success, failure }) =>
        success + failure > 0 ? [[(Date.parse(start) - Date.parse(at(0))) / 60_000, success, failure]] : [],
      );

    it('spans all matches in whole buckets, including empty ones', async () => {
      const answer = await histogram(admin);
      expect(answer).toMatchObject({ from: at(0), to: at(60), step: 60, countedFrom: null });
      expect(answer.buckets).toHaveLength(60);
      expect(bars(answer)).toEqual([
        [0, 2, 0],
        [1, 1, 0],
        [2, 0, 1],
        [30, 0, 1],
        [59, 1, 0],
      ]);
    });

    it('uses the requested range and number of buckets', async () => {
      const answer = await histogram(admin, { from: at(1), to: at(45), buckets: '5' });
      expect(answer).toMatchObject({ from: at(0), to: at(50), step: 600 });
      expect(bars(answer)).toEqual([
        [0, 1, 1],
        [30, 0, 1],
      ]);
      expect(bars(await histogram(admin, { status: 'FAILURE', from: at(0), buckets: '60' }))).toEqual([
        [2, 0, 1],
        [30, 0, 1],
      ]);
    });

    it('counts the events that the caller may see', async () => {
      expect(bars(await histogram(member)).flatMap(([, ...counts]) => counts)).toEqual([2, 0, 0, 1, 1, 0]);
      const none = await histogram(stranger);
      expect(none).toMatchObject({ buckets: [], from: none.to });
      expect(bars(await histogram(stranger, { from: at(0), to: at(60) }))).toEqual([]);
    });
  });

  describe('GET /events/traces/{trace_id}', () => {
    it('returns every event of the trace that the caller may see, oldest first', async () => {
      const trace = EventTrace.parse(await ask(admin, `/events/traces/${TRACE}`));
      expect(trace.isComplete).toBe(true);
      expect(trace.data.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
      const own = EventTrace.parse(await ask(member, `/events/traces/${TRACE.toUpperCase()}`));
      expect(own.data.map(({ id }) => id)).toEqual(['first', 'third']);
    });

    it('returns 404 for a trace without events that the caller may see', async () => {
      expect(await stranger('GET', `/events/traces/${TRACE}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      expect(await admin('GET', `/events/traces/${'b'.repeat(32)}`)).toMatchObject({ status: 404 });
      expect(await admin('GET', '/events/traces/b')).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });
  });

  it('rejects callers without a token and malformed queries', async () => {
    for (const path of ['facets', 'histogram', 'export', `traces/${TRACE}`])
      expect((await fetch(`http://127.0.0.1:${stack.port()}/events/${path}`)).status).toBe(401);
    for (const path of ['facets?severity=x', 'histogram?buckets=0', 'histogram?buckets=201', 'export?format=xml'])
      expect(await admin('GET', `/events/${path}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});
