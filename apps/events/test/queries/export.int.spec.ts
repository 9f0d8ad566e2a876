import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Call, eventually, readCsv, spreadsheetText, withoutGuards } from '@portico/testkit';
import fc from 'fast-check';
import { integrationEvent, RECENTLY } from '@portico/testkit/integration-event';
import { proxyClickHouse } from '../support/clickhouse-proxy.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { EXPORT_PAGE } from '../support/held-clickhouse.ts';

jest.setTimeout(30_000);

/** Rows per page of the service. */
const PAGE = 1_000;
/** Number of events. They fill several pages, and many of them have the same time. */
const EVENTS = 2.5 * PAGE;
/** Number of long events, which are much more than the buffers of a connection hold. */
const LONG_EVENTS = 6 * PAGE;
const moment = (index: number): string => new Date(RECENTLY + Math.floor(index / 700) * 1_000).toISOString();

describe('GET /events/export', () => {
  let stack: EventsStack;
  let admin: Call;
  let member: Call;

  let watched: Awaited<ReturnType<typeof watchClickHouse>>;

  beforeAll(async () => {
    watched = await watchClickHouse();
    stack = await startEventsStack(watched.url);
    await stack.start();
    await stack.publisher.integration(1, { name: '=payroll' });
    await stack.publisher.integration(2, { name: 'banking', organizationId: 2 });
    await stack.publisher.integration(3, { name: 'cards', organizationId: 3 });
    await stack.publisher.membership(1, { userId: 5, organizationId: 2 });
    [admin, member] = [await stack.as(), await stack.as({ id: 5, usertype: 'CLIENT' })];
    const count = async (call: Call): Promise<unknown> =>
      ((await call('GET', '/events')).body as { count: number }).count;
    await eventually(async () => {
      const { body } = await admin('GET', '/events');
      return (body as { integrations: string[] }).integrations.length === 3;
    });
    await stack.publisher.publish(
      ...Array.from({ length: EVENTS }, (_, index) =>
        integrationEvent({ id: `event-${index}`, timestamp: moment(index), result: index % 2 ? 'FAILURE' : 'SUCCESS' }),
      ),
      integrationEvent({
        id: 'other',
        source_id: 2,
        organization_id: 2,
        details: { message: '@sum(1, "2")\n', extra: [1] },
      }),
    );
    await eventually(async () => (await count(admin)) === EVENTS + 1);
    await eventually(async () => (await count(member)) === 1);
  }, 60_000);
  afterAll(async () => {
    await stack?.stop();
    watched?.stop();
  });

  const ids = (ndjson: unknown): string[] =>
    String(ndjson)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);

  it('sends every row once, newest first, with the total in a header', async () => {
    const answer = await admin('GET', '/events/export?format=ndjson&organizations=1');
    expect(answer.headers.get('content-type')).toMatch('application/x-ndjson');
    expect(answer.headers.get('x-export-rows')).toBe(String(EVENTS));
    expect(answer.headers.get('x-export-limit')).toBe('100000');
    const exported = ids(answer.body);
    expect(new Set(exported).size).toBe(EVENTS);
    const times = exported.map((id) => moment(Number(id.slice(6))));
    expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)));
  });

  it('applies the filter', async () => {
    const { headers, body } = await admin('GET', `/events/export?format=ndjson&status=FAILURE&from=${moment(1_400)}`);
    expect(headers.get('x-export-rows')).toBe('550');
    expect(ids(body)).toHaveLength(550);
  });

  it('writes CSV whose values spreadsheets do not evaluate as formulas', async () => {
    const { headers, body } = await admin('GET', '/events/export?query=sum(1');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="events.csv"');
    const [header, row] = String(body).split('\r\n');
    expect(header).toMatch(/^timestamp,integration,organization,source_type,event_name,result/);
    expect(row).toContain(`"'@sum(1, ""2"")\n"`);
    const payroll = await admin('GET', '/events/export?query=12%20employees&trace=0123456789abcdef0123456789abcdef');
    expect(String(payroll.body).split('\r\n')[1]).toContain(",'=payroll,");
  });

  it('round-trips every text through a CSV parser, and starts no line with a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spreadsheetText(), { minLength: 100, maxLength: 100 }), async (texts) => {
        const name = randomUUID();
        const events = texts.map((text, index) =>
          integrationEvent({
            id: `${name}-${index}${text}`,
            event_name: name,
            source_type: text.replaceAll(/\p{Cc}/gu, '').slice(0, 64) || 'none',
            details: { message: text, [text]: text },
          }),
        );
        await stack.publisher.publish(...events);
        const rows = await eventually(async () => {
          const own = readCsv(String((await admin('GET', `/events/export?query=${name}`)).body));
          return own.length === texts.length && own;
        });
        const byId = new Map(rows.map((row) => [withoutGuards(row['id'] ?? ''), row]));
        for (const { id, source_type: type, details } of events) {
          const row = byId.get(withoutGuards(id));
          expect(JSON.parse(row?.['details'] ?? '')).toEqual(details);
          expect(withoutGuards(row?.['message'] ?? '')).toBe(withoutGuards(details.message));
          expect(withoutGuards(row?.['source_type'] ?? '')).toBe(withoutGuards(type));
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it("sends a member only rows of the member's organizations, and a file without rows if no event matches", async () => {
    const { headers, body } = await member('GET', '/events/export?format=ndjson');
    expect(headers.get('x-export-rows')).toBe('1');
    expect(JSON.parse(String(body))).toMatchObject({
      id: 'other',
      integration: 'banking',
      details: { message: '@sum(1, "2")\n', extra: [1] },
      stored_at: expect.any(String),
    });
    const nothing = await member('GET', '/events/export?organizations=1');
    expect(nothing.headers.get('x-export-rows')).toBe('0');
    expect(String(nothing.body).trim().split('\r\n')).toHaveLength(1);
  });

  it('stops reading when the caller disconnects', async () => {
    const long = { source_id: 3, organization_id: 3, details: { message: 'x'.repeat(3_000) } };
    for (let published = 0; published < LONG_EVENTS; published += 200)
      await stack.publisher.publish(...Array.from({ length: 200 }, () => integrationEvent(long)));
    const path = '/events/export?format=ndjson&organizations=3';
    await eventually(async () => {
      const { body } = await admin('GET', '/events?organizations=3&limit=1');
      return (body as { count: number }).count === LONG_EVENTS;
    }, 60_000);
    const headers = { authorization: `Bearer ${await stack.tokens.sign()}` };
    const before = watched.pages();
    await new Promise<void>((resolve) => {
      const request = get({ port: stack.port(), path, headers }, (response) => {
        response.once('data', () => request.destroy());
        response.once('close', resolve);
      });
      request.once('error', () => resolve());
    });
    const ended = watched.pages();
    expect(ended - before).toBeLessThan(LONG_EVENTS / PAGE);
    await admin('GET', path);
    // ClickHouse read every page for the second export, and at most one page for the first export after its caller disconnected.
    expect(watched.pages() - ended - LONG_EVENTS / PAGE).toBeLessThanOrEqual(1);
  }, 120_000);
});

/** Starts a proxy of ClickHouse that counts the pages of exports. */
async function watchClickHouse(): Promise<{ url: string; pages: () => number; stop: () => void }> {
  let pages = 0;
  const { url, stop } = await proxyClickHouse(({ sql, pass }) => {
    if (EXPORT_PAGE.test(sql)) pages += 1;
    pass();
  });
  return { url, pages: () => pages, stop };
}
