import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import { type Conformance, ON_TIME_SECONDS } from '@portico/contracts/http/conformance';
import { PERIODS } from '@portico/contracts/http/event-health';
import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import { type Call, caller, eventually, randomFrom, read, SEED } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { identityHashSql } from '../../src/text/identity-hash.ts';
import { anyHistory, expectedConformance, rejectedOf, type Step } from '../support/conformance-history.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const USERS = {
  manager: 70_470,
  operator: 70_471,
  viewer: 70_472,
  publisher: 70_473,
  stranger: 70_474,
  outsider: 70_475,
};
type Actor = keyof typeof USERS | 'admin';
/** Integrations of Acme, each with its own random history of publications. */
const HISTORIES = [11, 12, 13, 14, 15, 16];
/** An integration of Acme, which the last test moves. */
const PLAIN = 20;
const MANY_NAMES = 21;
const EARLIER = 22;

jest.setTimeout(60_000);

describe('the conformance of an integration', () => {
  let stack: EventsStack;
  const calls = new Map<Actor, Call>();
  const call = (actor: Actor): Call => {
    const one = calls.get(actor);
    if (!one) throw new Error(actor);
    return one;
  };

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    for (const id of [...HISTORIES, PLAIN, MANY_NAMES, EARLIER]) await publisher.integration(id);
    for (const [id, role] of (['manager', 'operator', 'viewer'] as const).entries())
      await publisher.membership(id + 10, { userId: USERS[role], organizationId: 1, role });
    await publisher.membership(20, { userId: USERS.stranger, organizationId: 2, role: 'manager' });
    await publisher.publisher(1, { userId: USERS.publisher, integrationId: PLAIN });
    calls.set('admin', await stack.furnish());
    for (const [actor, id] of Object.entries(USERS))
      calls.set(actor as Actor, await stack.as({ id, usertype: 'VENDOR' }));
    await eventually(async () => (await call('manager')('GET', path(EARLIER))).status === 200);
    await eventually(async () => (await call('publisher')('GET', path(PLAIN))).status === 200);
  }, 90_000);
  afterAll(() => stack?.stop());

  const path = (id: number, period = '24h') => `/events/integrations/${id}/conformance?period=${period}`;
  const conformance = async (actor: Actor, id: number, period = '24h') => {
    const { from, to, ...numbers } = await read<Conformance>(call(actor), path(id, period));
    return { span: Date.parse(to) - Date.parse(from), ...numbers };
  };
  const numbers = async (actor: Actor, id: number, period = '24h') => {
    const { span: _, ...rest } = await conformance(actor, id, period);
    return rest;
  };
  const listed = (id: number) => read<EventList>(call('admin'), `/events?limit=500&where=integration:%23${id}`);
  /** Publishes the events of a history, and waits until every event is stored. */
  const publish = async (id: number, steps: readonly Step[]): Promise<EventRow[]> => {
    const textsOf = (way: Step['way']) => steps.filter((step) => step.way === way).map(({ text }) => text);
    await Promise.all([
      stack.publisher.publish(...textsOf('shared').map((value) => ({ key: '1', value }))),
      stack.publisher.publishThroughDoor(id, ...textsOf('door')),
    ]);
    const accepted = steps.filter(({ outcome }) => outcome === 'accepted').length;
    await eventually(async () => (await listed(id)).count === accepted, 30_000);
    const inbox = `/events/rejected?limit=1&integration=${id}`;
    const count = rejectedOf(steps).length;
    await eventually(async () => (await read<Page<RejectedEvent>>(call('admin'), inbox)).count === count, 30_000);
    return (await listed(id)).data;
  };
  const sound = (id: string, source_id: number, way: Step['way'], changes: object = {}): Step => ({
    way,
    text: JSON.stringify({ ...integrationEvent({ id, source_id }), ...changes }),
    outcome: 'accepted',
    id,
    name: 'payrun.completed',
    isAttributed: true,
  });
  const broken = (id: string, source_id: number, way: Step['way']): Step => ({
    ...sound(id, source_id, way, { result: 'PERHAPS' }),
    outcome: 'rejected',
  });

  it.each(HISTORIES)('equals the conformance computed from the history of integration %d', async (id) => {
    const random = randomFrom(SEED + id);
    for (let skipped = 0; skipped < 10; skipped += 1) random();
    const steps = anyHistory(120, id, (below) => Math.floor(random() * below));
    const rows = await publish(id, steps);
    const [all, doors] = [true, false].map((seesShared) => expectedConformance(steps, rows, { seesShared }));
    expect(await numbers('admin', id)).toEqual(all);
    expect(await numbers('manager', id)).toEqual(doors);
    expect(await numbers('operator', id)).toEqual(doors);
    // Checks that the history contains each kind of event, because the test would otherwise prove nothing.
    expect(all?.accepted).toBeGreaterThan(10);
    expect(all?.published).toBeGreaterThan((doors?.published ?? 0) + 1);
    expect(doors?.published).toBeGreaterThan((all?.accepted ?? 0) + 1);
    expect(all?.onTime).toBeLessThan(all?.accepted ?? 0);
    expect(all?.shared?.count).toBeLessThan(all?.accepted ?? 0);
  });

  it("is visible to administrators, the organization's operators and managers, and the integration's publishers", async () => {
    const steps = [sound('a', PLAIN, 'door'), broken('b', PLAIN, 'door'), broken('c', PLAIN, 'shared')];
    await publish(PLAIN, steps);
    for (const actor of ['manager', 'operator', 'publisher'] as const)
      expect({ actor, ...(await numbers(actor, PLAIN)) }).toMatchObject({ actor, accepted: 1, published: 2 });
    expect(await numbers('admin', PLAIN)).toMatchObject({ accepted: 1, published: 3 });
    const answerOf = async (actor: Actor, id: number) => (await call(actor)('GET', path(id))).status;
    for (const actor of ['viewer', 'stranger', 'outsider'] as const) expect(await answerOf(actor, PLAIN)).toBe(404);
    expect(await answerOf('publisher', EARLIER)).toBe(404);
    expect(await answerOf('manager', 2)).toBe(404);
    expect(await answerOf('stranger', 2)).toBe(200);
    expect(await answerOf('manager', 9_999)).toBe(404);
    expect((await caller(`http://127.0.0.1:${stack.port()}`)('GET', path(PLAIN))).status).toBe(401);
    for (const period of ['2h', '']) expect((await call('manager')('GET', path(PLAIN, period))).status).toBe(400);
  });

  it('is empty for an integration without events', async () => {
    expect(await numbers('stranger', 2)).toEqual({
      accepted: 0,
      published: 0,
      onTime: 0,
      shared: { count: 0, first_at: null },
      names: [],
      others: 0,
    });
  });

  it('lists a hundred event names, and the number of further names', async () => {
    const nameOf = (number: number) => `name ${String(number).padStart(3, '0')}`;
    const steps = Array.from({ length: 104 }, (_, number) =>
      sound(String(number), MANY_NAMES, 'door', { event_name: nameOf(number) }),
    );
    const again = sound('again', MANY_NAMES, 'door', { event_name: nameOf(103) });
    await publish(MANY_NAMES, [...steps, again]);
    const { accepted, names, others } = await numbers('manager', MANY_NAMES);
    expect([accepted, names?.length, others]).toEqual([105, 100, 4]);
    expect(names?.[0]).toEqual({ event_name: nameOf(103), count: 2 });
    expect(names?.slice(1).map(({ event_name }) => event_name)).toEqual(
      Array.from({ length: 99 }, (_, number) => nameOf(number)),
    );
  });

  it('covers events that arrived in the period, and applies the on-time limit to the millisecond', async () => {
    const moment = (age: number) => ({ timestamp: new Date(Date.now() - age).toISOString() });
    await publish(EARLIER, [
      sound('late', EARLIER, 'door', { event_name: 'late', ...moment(80 * 86_400_000) }),
      sound('now', EARLIER, 'shared', moment(0)),
      broken('bad', EARLIER, 'door'),
      broken('bad again', EARLIER, 'door'),
    ]);
    const clickhouse = new ClickHouse(stack.clickhouseUrl);
    const copy = (table: string, replaced: string) =>
      clickhouse.run(`
        INSERT INTO ${table} SELECT * EXCEPT came REPLACE (came - INTERVAL 25 HOUR AS published_at, ${replaced})
        FROM (SELECT *, published_at AS came FROM ${table} WHERE source_id = ${EARLIER})`);
    // Copies events to 25 hours ago: two events around the on-time limit, and two rejections, of which one is corrected.
    const late = `INTERVAL ${25 * 3_600_000 + ON_TIME_SECONDS * 1_000} MILLISECOND`;
    const onlyJust = `came - ${late} - INTERVAL (event_name = 'late') MILLISECOND AS timestamp`;
    const id = "if(event_name = 'late', 'earlier', 'bad again')";
    await copy('integration_events', `${id} AS id, ${identityHashSql(id)} AS identity_hash, ${onlyJust}`);
    await copy('rejected_events', "if(event_id = 'bad', 'other', 'now') AS event_id");
    await clickhouse.close();
    const dayAndMore = { accepted: 4, published: 6, onTime: 2 };
    for (const period of PERIODS) {
      const answer = await conformance('manager', EARLIER, period);
      const isDay = period === '1h' || period === '24h';
      expect({ period, ...answer }).toMatchObject({
        period,
        ...(isDay ? { accepted: 2, published: 3, onTime: 1 } : dayAndMore),
      });
    }
    expect((await conformance('manager', EARLIER, '7d')).span).toBe(7 * 86_400_000);
  });

  it('is not visible to the former organization of a moved integration, and is empty for the new organization', async () => {
    await stack.publisher.integration(PLAIN, { organizationId: 2 });
    await eventually(async () => (await call('stranger')('GET', path(PLAIN))).status === 200);
    expect(await numbers('stranger', PLAIN)).toMatchObject({ accepted: 0, published: 0 });
    expect((await call('manager')('GET', path(PLAIN))).status).toBe(404);
    expect(await numbers('publisher', PLAIN)).toMatchObject({ accepted: 0, published: 0 });
    expect(await numbers('admin', PLAIN)).toMatchObject({ accepted: 1, published: 3 });
  });
});
