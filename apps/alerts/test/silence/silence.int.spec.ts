import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Liveness, Silence } from '@portico/contracts/http/silence';
import { type Call, eventually, read } from '@portico/testkit';
import { databaseOf } from '../later.ts';
import { endNow, ofIntegration, plan } from '../maintenance.ts';
import { arrivalsEvery, HOUR, NOON } from './arrivals.ts';
import { type SilenceStack, startSilenceStack } from './silent.ts';

jest.setTimeout(90_000);

/** An integration that no test uses. When its manager can see it, the service has read all states published before. */
const FIRST = 90;

const after = (hours: number): number => NOON + hours * HOUR;
const iso = (hours: number): string => new Date(after(hours)).toISOString();

let stack: SilenceStack;
let manager: Call;
let viewer: Call;
let stranger: Call;

beforeAll(async () => {
  stack = await startSilenceStack(NOON);
  stack.answers.arrivals = () => arrivalsEvery(HOUR, NOON);
  const { publisher } = stack;
  await publisher.organization(1, { name: 'Acme' });
  await publisher.integration(FIRST, { name: 'the first' });
  await publisher.user(6, { name: 'Mara Manager' });
  await publisher.membership(1, { userId: 5, organizationId: 1 });
  await publisher.membership(2, { userId: 6, organizationId: 1, role: 'manager' });
  [manager, viewer, stranger] = await Promise.all([
    stack.as('CLIENT', 6),
    stack.as('CLIENT', 5),
    stack.as('CLIENT', 77),
  ]);
  await eventually(async () => (await manager('GET', path(FIRST))).status === 200, 60_000);
}, 120_000);
afterAll(() => stack?.stop());

const path = (id: number): string => `/silence/integrations/${id}`;
const put = async (id: number, body: object, call = manager) => call('PUT', path(id), body);
const stateOf = async (id: number): Promise<string | undefined> => (await stack.liveness(id))?.state;
const until = (id: number, state: string): Promise<boolean> => eventually(async () => (await stateOf(id)) === state);
/** Creates an integration with a learned profile whose last event arrived at noon. Every test needs a new integration. */
const regular = async (id: number): Promise<void> => {
  stack.at(NOON);
  // Waits for running checks, which still use the time of the previous test.
  await stack.settle();
  await stack.publisher.integration(id, { name: `payroll ${id}` });
  await stack.arrive(id, NOON);
  await eventually(async () => {
    stack.at(NOON);
    return (await stateOf(id)) === 'regular';
  });
};
const kindsOf = async (id: number) => (await stack.transitions(id)).map(({ kind }) => kind);

describe('silence of an integration', () => {
  it('has a database schema that matches the entities, except for two tables of the previous release', async () => {
    const difference = (await stack.schemaDifference()).split('\n').filter((line) => /^(?!set names)\S/.test(line));
    expect(difference).toEqual([
      'drop table if exists "notice_reads" cascade;',
      'drop table if exists "used_links" cascade;',
    ]);
  });

  it('is reported once and ends with the next event', async () => {
    await regular(1);
    expect(await stack.liveness(1)).toMatchObject({ lastArrivalAt: iso(0), quietAt: iso(2.5), dueAt: iso(5) });
    stack.at(after(3));
    await until(1, 'quiet');
    stack.at(after(6));
    await until(1, 'silent');
    expect(await stack.liveness(1)).toMatchObject({ since: iso(6), expected: 6, integration: 'payroll 1' });
    await stack.settle();
    expect(await stack.transitions(1)).toMatchObject([
      {
        kind: 'integration.silent',
        at: iso(6),
        snapshot: { integration: 'payroll 1', organization: 'Acme', lastArrivalAt: iso(0), expected: 6 },
      },
    ]);
    await stack.arrive(1, after(5.9));
    await until(1, 'regular');
    await stack.settle();
    expect(await stack.transitions(1)).toMatchObject([
      { kind: 'integration.silent' },
      { kind: 'integration.back', at: iso(5.9), snapshot: { reason: 'arrived' } },
    ]);
    const { profile, threshold, zone } = await read<Silence>(viewer, path(1));
    expect([profile?.length, profile?.[0], threshold, zone]).toEqual([168, 1, 5, 'UTC']);
  });

  it('is reported only after 1.5 times the gap that a manager has marked as normal', async () => {
    await regular(2);
    stack.at(after(8));
    await until(2, 'silent');
    const answer = await put(2, { isNormal: true });
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'quiet', threshold: 12, normal: [{ from: iso(0), to: iso(8), by: 'Mara Manager' }] },
    });
    expect(await stack.transitions(2)).toMatchObject([
      {},
      { kind: 'integration.back', snapshot: { reason: 'expectation_changed' } },
    ]);
    stack.at(after(11.9));
    await stack.settle();
    expect(await stateOf(2)).toBe('quiet');
    stack.at(after(12));
    await until(2, 'silent');
    await put(2, { forget: [iso(0)] });
    expect((await read<Silence>(manager, path(2))).normal).toEqual([]);
  });

  it('is not reported during a pause, and is measured from the end of the pause', async () => {
    await regular(3);
    expect((await put(3, { pausedUntil: iso(50) })).body).toMatchObject({ state: 'paused', pausedUntil: iso(50) });
    stack.at(after(49));
    await stack.settle();
    expect(await stateOf(3)).toBe('paused');
    stack.at(after(51));
    await until(3, 'regular');
    expect(await stack.liveness(3)).toMatchObject({ dueAt: iso(56), pausedUntil: null });
    expect(await kindsOf(3)).toEqual([]);
  });

  it('is not reported during maintenance, and is measured from the end of the maintenance', async () => {
    await regular(6);
    const window = await plan(manager, ofIntegration(6));
    const database = await databaseOf(stack);
    // Moves the window to the suite's noon, independent of the current date.
    await database.query(`update maintenance_windows set starts_at = $1, ends_at = '2126-01-01'`, [iso(0)]);
    await database.end();
    stack.at(after(49));
    await until(6, 'paused');
    await stack.settle();
    expect(await stack.liveness(6)).toMatchObject({
      pausedUntil: null,
      maintenance: { until: '2126-01-01T00:00:00.000Z', reason: 'Database upgrade' },
    });
    await endNow(manager, window);
    const end = Math.max(after(49), Date.now()) + HOUR;
    stack.at(end);
    await until(6, 'regular');
    expect(await stack.liveness(6)).toMatchObject({ maintenance: null, dueAt: new Date(end + 5 * HOUR).toISOString() });
    expect(await kindsOf(6)).toEqual(['maintenance.over']);
  });

  it('is measured against the schedule or interval that a manager sets, unless a manager switches the detection off', async () => {
    await regular(4);
    await put(4, { expectation: { kind: 'every', minutes: 30 } });
    stack.at(after(0.5));
    await until(4, 'silent');
    const nightly = { kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin', graceMinutes: 30 };
    expect((await put(4, { expectation: nightly })).body).toMatchObject({
      state: 'regular',
      quietAt: iso(14),
      dueAt: iso(14.5),
    });
    expect((await put(4, { expectation: { kind: 'off' } })).body).toMatchObject({ state: 'off', dueAt: null });
    await put(4, { expectation: { kind: 'learned' } });
    await stack.publisher.integration(4, { name: 'payroll 4', active: false });
    await eventually(async () => {
      stack.at(after(1));
      return (await stateOf(4)) === 'off';
    });
    await stack.publisher.integration(4, { name: 'payroll 4', deletedAt: iso(0) });
    await eventually(async () => {
      stack.at(after(1));
      return (await stack.liveness(4)) === undefined;
    });
    expect(await kindsOf(4)).toEqual(['integration.silent', 'integration.back']);
  });

  // spec: D.71
  it('is visible only to members, and only managers can change its settings', async () => {
    await regular(5);
    const listed = async (call: Call, query = '') =>
      (await read<{ data: Liveness[] }>(call, `/silence${query}`)).data.map(({ integrationId, canChange }) => [
        integrationId,
        canChange,
      ]);
    expect(await listed(viewer, '?integrations=5')).toEqual([[5, false]]);
    expect(await listed(manager, '?integrations=5')).toEqual([[5, true]]);
    expect(await listed(stranger, '?integrations=5')).toEqual([]);
    stack.at(after(9));
    await until(5, 'silent');
    expect(await listed(viewer)).toContainEqual([5, false]);
    expect(await listed(stranger)).toEqual([]);
    expect((await put(5, {}, viewer)).status).toBe(403);
    expect((await stranger('GET', path(5))).status).toBe(404);
    expect((await put(5, {}, stranger)).status).toBe(404);
    expect((await manager('GET', path(99))).status).toBe(404);
  });

  it.each([
    [{ expectation: { kind: 'cron', cron: '99 3 * * *' } }, '/expectation/cron'],
    [{ expectation: { kind: 'cron', cron: '0 3 * * *', zone: 'Mars/Base' } }, '/expectation/zone'],
    [{ expectation: { kind: 'every', minutes: 0 } }, '/expectation/minutes'],
    [{ zone: 'Berlin' }, '/zone'],
    [{ pausedUntil: '2020-01-01T00:00:00Z' }, '/pausedUntil'],
    [{ pausedUntil: 'tomorrow' }, '/pausedUntil'],
  ])('cannot be configured with the invalid settings %j', async (body, pointer) => {
    expect(await put(5, body)).toMatchObject({ status: 400, body: { faults: [{ pointer }] } });
  });
});
