import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RejectedCause, RejectedList } from '@portico/contracts/http/rejected-events';
import { type Call, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

type Causes = { data: RejectedCause[]; count: number };

describe('rejected events by cause', () => {
  let stack: EventsStack;
  let admin: Call;
  const key = `key-${randomUUID()}`;
  const middle = randomUUID();

  const rejected = async (query = ''): Promise<RejectedList> =>
    (await admin('GET', `/events/rejected?limit=100${query}`)).body as RejectedList;
  const causes = async (query = '', limit = 100): Promise<Causes> =>
    (await admin('GET', `/events/rejected/causes?limit=${limit}${query}`)).body as Causes;
  const publish = (value: Buffer | string, more: { key?: string } = {}) =>
    stack.publisher.publish({ key: '1', value, ...more });
  const wrong = (change: object) => JSON.stringify({ ...integrationEvent(), ...change });

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    admin = await stack.furnish();
    await publish(wrong({ result: 'PERHAPS', details: { message: 'Straße 50% _done_' } }));
    await publish(wrong({ result: 'NEVER' }));
    // This event claims Acme's organization id, but its integration belongs to Globex.
    await publish(wrong({ result: 'MAYBE', source_id: 2, organization_id: 1 }));
    await publish(wrong({ id: middle, severity_text: 'LOUD' }), { key });
    await publish(wrong({ source_id: 70_077, organization_id: 1 }));
    await publish(Buffer.from([0xff, 0xfe, 0x5a, 0x71, 0x7e]));
    await eventually(async () => (await rejected()).count === 6);
  }, 60_000);
  afterAll(async () => stack?.stop());

  it('are counted with the first and last time, reason and integrations, the most frequent cause first', async () => {
    const { data, count } = await causes();
    const listed = (await rejected('&code=invalid_field&pointer=/result')).data;
    expect(count).toBe(4);
    expect(data.map(({ code, pointer, count: of }) => [code, pointer, of])).toEqual(
      expect.arrayContaining([
        ['invalid_field', '/result', 3],
        ['invalid_field', '/severity_text', 1],
        ['unknown_integration', '/source_id', 1],
        ['not_json', '', 1],
      ]),
    );
    expect(data[0]).toMatchObject({
      pointer: '/result',
      reason: listed[0]?.rejection.reason,
      first_at: listed.at(-1)?.published_at,
      last_at: listed[0]?.published_at,
      integrationCount: 2,
      integrations: [
        { integration: 'payroll', organization: 'Acme', count: 2 },
        { integration: 'banking', organization: 'Globex', count: 1 },
      ],
    });
    expect(data[0]?.days.reduce((sum, day) => sum + day, 0)).toBe(3);
  });

  it('do not contain the organization that an event claims', async () => {
    const unknown = (await causes()).data.find(({ code }) => code === 'unknown_integration');
    expect(unknown?.integrations).toEqual([{ integration_id: null, integration: null, organization: null, count: 1 }]);
    expect((await rejected('&code=unknown_integration')).data).toMatchObject([{ organization: null }]);
  });

  it('match the list filtered by code and pointer, and are returned page by page', async () => {
    expect((await rejected('&code=invalid_field&pointer=/result')).count).toBe(3);
    expect((await rejected('&code=not_json&pointer=')).count).toBe(1);
    expect((await rejected('&code=invalid_field&pointer=/nothing')).count).toBe(0);
    const pages = await Promise.all([0, 1, 2, 3, 4].map((offset) => causes(`&offset=${offset}`, 1)));
    expect(pages.map(({ count }) => count)).toEqual([4, 4, 4, 4, 4]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ code, pointer }) => `${code} ${pointer}`))).size).toBe(4);
  });

  it.each([
    ['the reason', () => 'INTEGRATION 70077', 1],
    ['the event id', () => middle.slice(4, 20).toUpperCase(), 1],
    ['the key', () => key, 1],
    ['the value, ignoring case', () => 'sTRAßE 50', 1],
    ['text with wildcards of LIKE', () => '50% _d', 1],
    ['text between bytes that are not UTF-8', () => 'zQ~', 1],
    ['the pointer', () => '/SEVERITY_text', 1],
    ['text that no event contains', () => `no ${key}`, 0],
    ['text with a quotation mark of SQL', () => `' OR 1=1 --`, 0],
  ])('are filtered, like the list, by %s', async (_, query, count) => {
    const asked = `&query=${encodeURIComponent(query())}`;
    expect(await rejected(asked)).toMatchObject({ count });
    expect((await rejected(asked)).isComplete).toBeUndefined();
    expect((await causes(asked)).data.reduce((sum, cause) => sum + cause.count, 0)).toBe(count);
  });

  it('are filtered by integration and time of arrival, with an exclusive end', async () => {
    expect((await causes('&integration=2')).data).toMatchObject([{ pointer: '/result', count: 1 }]);
    const all = (await rejected()).data.toReversed();
    const [first, ...later] = all;
    const second = later.find(({ published_at }) => published_at > (first?.published_at ?? ''));
    const early = all.filter(({ published_at }) => published_at < (second?.published_at ?? ''));
    const at = encodeURIComponent(second?.published_at ?? '');
    const totalOf = async (query: string) => (await causes(query)).data.reduce((sum, { count }) => sum + count, 0);
    expect(await totalOf(`&to=${at}`)).toBe(early.length);
    expect(await totalOf(`&from=${at}`)).toBe(all.length - early.length);
    expect((await rejected(`&from=${at}`)).count).toBe(all.length - early.length);
    expect((await rejected('&to=0001-01-01T00:00:00Z')).count).toBe(0);
    expect((await rejected('&from=9999-01-01T00:00:00Z')).count).toBe(0);
  });

  it.each([`query=${'x'.repeat(201)}`, 'from=yesterday', 'limit=101', 'integration=-1'])(
    'are not returned for the invalid query %.20s',
    async (query) => {
      expect((await admin('GET', `/events/rejected/causes?${query}`)).status).toBe(400);
      expect((await admin('GET', `/events/rejected?${query}`)).status).toBe(400);
      expect((await admin('GET', `/events/rejected?pointer=${'x'.repeat(1_001)}`)).status).toBe(400);
    },
  );

  it('contain events from the shared topic for administrators only', async () => {
    for (const usertype of ['LEAD', 'VENDOR', 'CLIENT'] as const) {
      const member = await stack.as({ id: 70_005, usertype });
      expect((await member('GET', '/events/rejected/causes')).body).toEqual({ data: [], count: 0 });
    }
  });
});
