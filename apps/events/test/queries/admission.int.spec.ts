import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, type Call, eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { EXPORT_PAGE, type HeldClickHouse, holdClickHouse } from '../support/held-clickhouse.ts';

jest.setTimeout(60_000);

/** Matches the statements that ClickHouse holds: facets of a trace, and export pages. */
const HELD = new RegExp(`trace_id.*ARRAY JOIN arrayFilter|${EXPORT_PAGE.source}`, 's');
/** Facets of a trace, which query ClickHouse because traces have no precomputed counts. */
const FACETS = `/events/facets?trace=${'a'.repeat(32)}`;
const WAITING = 16;

describe('the admission of queries', () => {
  let clickhouse: HeldClickHouse;
  let stack: EventsStack;
  let admin: Call;
  let greedy: Call;
  let modest: Call;

  beforeAll(async () => {
    clickhouse = await holdClickHouse(HELD);
    stack = await startEventsStack(clickhouse.url);
    await stack.start();
    await stack.publisher.integration(1, { name: 'payroll' });
    await stack.publisher.membership(1, { userId: 5, organizationId: 1 });
    await stack.publisher.membership(2, { userId: 6, organizationId: 2 });
    [admin, greedy, modest] = [
      await stack.as(),
      await stack.as({ id: 5, usertype: 'CLIENT' }),
      await stack.as({ id: 6, usertype: 'CLIENT' }),
    ];
    const events = Array.from({ length: 10 }, () => integrationEvent());
    await eventually(async () => JSON.stringify((await admin('GET', '/events')).body).includes('payroll'));
    await stack.publisher.publish(...events);
    const count = async (): Promise<number> => ((await greedy('GET', '/events')).body as { count: number }).count;
    await eventually(async () => (await count()) === events.length);
  }, 120_000);
  afterAll(async () => {
    clickhouse?.open();
    await stack?.stop();
    clickhouse?.stop();
  });

  it('runs one query per caller at a time, queues 16 and rejects further queries with 429', async () => {
    await eventually(async () => (await greedy('GET', '/events/facets')).status === 200);
    const answers: Answer[] = [];
    const requests = Array.from({ length: 24 }, async () => {
      const answer = await greedy('GET', FACETS);
      answers.push(answer);
      return answer;
    });
    const refused = 24 - 1 - WAITING;
    await eventually(() => answers.length === refused && clickhouse.held().length === 1);
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([429, '5']);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(body).toMatchObject({
        code: 'rate_limited',
        message: expect.stringContaining('too many requests running'),
      });
    }

    // Queries that memory answers neither wait nor count toward the limit.
    const fromMemory = () => Promise.all(Array.from({ length: 8 }, () => greedy('GET', '/events/facets')));
    await eventually(async () => (await fromMemory()).every(({ status }) => status === 200));

    // Queries of other callers do not wait, nor do the same caller's lists.
    expect((await admin('GET', '/events')).status).toBe(200);
    expect((await greedy('GET', '/events')).status).toBe(200);
    const other = modest('GET', FACETS);
    await eventually(() => clickhouse.held().length === 2);
    const third = admin('GET', FACETS);
    expect((await admin('GET', '/events?limit=1')).status).toBe(200);
    clickhouse.release();
    await eventually(() => answers.length === refused + 1 && clickhouse.held().length === 2);
    // The free slot goes to the caller without a running query, although that caller asked last.
    expect(clickhouse.held().filter((sql) => sql.includes('organization_id IN (1)'))).toEqual([]);
    const letThrough = setInterval(() => clickhouse.release(), 5);
    expect((await other).status).toBe(200);
    expect((await third).status).toBe(200);
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    clearInterval(letThrough);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1 + WAITING);
  });

  it('ends running and queued queries when the caller disconnects', async () => {
    const headers = { authorization: `Bearer ${await stack.tokens.sign({ id: 5, usertype: 'CLIENT' })}` };
    const requests = [1, 2, 3].map(() => {
      const request = get({ port: stack.port(), path: FACETS, headers });
      request.once('error', () => undefined);
      return request;
    });
    await eventually(() => clickhouse.held().length === 1);
    const before = clickhouse.seen().length;
    for (const request of requests) request.destroy();
    await eventually(() => clickhouse.held().length === 0);
    await eventually(() =>
      clickhouse
        .seen()
        .slice(before)
        .some((sql) => sql.startsWith('KILL QUERY')),
    );
    const next = greedy('GET', FACETS);
    await eventually(() => clickhouse.held().length === 1);
    clickhouse.release();
    expect((await next).status).toBe(200);
    expect(
      clickhouse
        .seen()
        .slice(before)
        .filter((sql) => HELD.test(sql)),
    ).toHaveLength(1);
  });

  it('allows two exports per caller at a time, without delaying lists', async () => {
    const statuses: number[] = [];
    const exports = Array.from({ length: 60 }, async () => {
      const { status } = await greedy('GET', '/events/export');
      statuses.push(status);
    });
    await eventually(() => statuses.length === 60 - 2 - 2);
    expect(new Set(statuses)).toEqual(new Set([429]));
    await eventually(() => clickhouse.held().length === 1);
    expect((await admin('GET', '/events')).status).toBe(200);
    const letThrough = setInterval(() => clickhouse.release(), 5);
    await Promise.all(exports);
    clearInterval(letThrough);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  });

  it('aborts an export when the membership or role ends', async () => {
    const begin = async (id: number): Promise<{ ended: Promise<'whole' | 'broken'> }> => {
      const headers = { authorization: `Bearer ${await stack.tokens.sign({ id, usertype: 'CLIENT' })}` };
      const ended = new Promise<'whole' | 'broken'>((resolve) => {
        const request = get({ port: stack.port(), path: '/events/export?format=ndjson', headers }, (response) => {
          response.resume();
          response.once('end', () => resolve('whole'));
          response.once('error', () => resolve('broken'));
        });
        request.once('error', () => resolve('broken'));
      });
      await eventually(() => clickhouse.held().length === 1);
      return { ended };
    };
    await stack.publisher.membership(3, { userId: 7, organizationId: 1 });
    const second = await stack.as({ id: 7, usertype: 'CLIENT' });
    await eventually(async () => ((await second('GET', '/events')).body as { count: number }).count > 0);

    const whole = await begin(7);
    clickhouse.release();
    expect(await whole.ended).toBe('whole');

    const left = await begin(7);
    await stack.publisher.membership(3, { userId: 7, organizationId: 1, approved: false });
    await eventually(async () => ((await second('GET', '/events')).body as { count: number }).count === 0);
    clickhouse.release();
    expect(await left.ended).toBe('broken');

    const changed = await begin(5);
    await stack.publisher.user(5, { usertype: 'VENDOR' }, true);
    await stack.publisher.membership(4, { userId: 8, organizationId: 1 });
    const witness = await stack.as({ id: 8, usertype: 'CLIENT' });
    await eventually(async () => ((await witness('GET', '/events')).body as { count: number }).count > 0);
    clickhouse.release();
    expect(await changed.ended).toBe('broken');
  });
});
