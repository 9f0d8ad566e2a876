import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Maintenance, Occurrence } from '@portico/contracts/http/maintenance';
import { type Call, eventually, read } from '@portico/testkit';
import { type AlertsStack, startAlertsStack } from './alerts.ts';
import { HOUR, nightly, ofIntegration, ofOrganization, once, plan, reason } from './maintenance.ts';

jest.setTimeout(90_000);

let stack: AlertsStack;
let admin: Call;
let manager: Call;
let viewer: Call;
let stranger: Call;

beforeAll(async () => {
  stack = await startAlertsStack({ withEvents: true });
  admin = await stack.furnish();
  [manager, viewer, stranger] = await Promise.all([
    stack.as('CLIENT', 6),
    stack.as('CLIENT', 5),
    stack.as('CLIENT', 7),
  ]);
}, 120_000);
afterAll(() => stack?.stop());

describe('the maintenance API', () => {
  const statusOf = async (
    call: Call,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<number> => (await call(method, path, body)).status;

  it.each<[string, object, [admin: number, manager: number, viewer: number, stranger: number]]>([
    ['the product', { scope: 'product' }, [201, 403, 403, 403]],
    ['an organization', ofOrganization(1), [201, 201, 403, 404]],
    ['an integration', ofIntegration(1), [201, 201, 403, 404]],
    ['an integration of another organization', ofIntegration(2), [201, 404, 404, 201]],
    ['an integration that does not exist', ofIntegration(999), [404, 404, 404, 404]],
  ])('checks the role of a caller who plans maintenance of %s', async (_, scope, statuses) => {
    const body = { reason, when: nightly, ...scope };
    const answers = [admin, manager, viewer, stranger].map((call) => statusOf(call, 'POST', '/maintenance', body));
    expect(await Promise.all(answers)).toEqual(statuses);
  });

  it('shows a window to members and lets only managers change the window', async () => {
    const { id } = await plan(manager, ofIntegration(1), nightly);
    const change = { reason: 'Another reason', when: nightly };
    const path = `/maintenance/${id}`;
    const listed = async (call: Call) =>
      (await read<Page<Maintenance>>(call, '/maintenance?limit=100')).data.find((window) => window.id === id);
    expect([await listed(viewer), await listed(stranger)]).toMatchObject([{ mayChange: false, reason }, undefined]);
    for (const [call, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect(await statusOf(call, 'PUT', path, change)).toBe(status);
      expect(await statusOf(call, 'POST', `${path}/end`)).toBe(status);
      expect(await statusOf(call, 'DELETE', path)).toBe(status);
    }
    expect((await manager('PUT', path, change)).body).toMatchObject({ reason: 'Another reason', mayChange: true });
    expect(await statusOf(manager, 'POST', `${path}/end`)).toBe(409);
    expect(await statusOf(admin, 'DELETE', path)).toBe(204);
    expect(await statusOf(manager, 'DELETE', path)).toBe(404);
  });

  it('allows changes of only the reason and the end of an active window, and its deletion only after the end', async () => {
    const when = once();
    const { id } = await plan(manager, ofOrganization(1), when);
    const path = `/maintenance/${id}`;
    expect(await statusOf(manager, 'DELETE', path)).toBe(409);
    expect(await statusOf(manager, 'PUT', path, { reason, when: once(2 * HOUR) })).toBe(409);
    const to = new Date(Date.now() + 5 * HOUR).toISOString();
    const { body } = await manager('PUT', path, { reason: 'Longer', when: { ...when, to } });
    expect(body).toMatchObject({ reason: 'Longer', state: 'current', next: [{ to }] });
    expect(await statusOf(manager, 'POST', `${path}/end`)).toBe(200);
    await eventually(async () => (await statusOf(manager, 'DELETE', path)) === 204);
  });

  it('previews the start and end of the next three occurrences', async () => {
    const { body } = await viewer('POST', '/maintenance/preview', { when: nightly });
    const { data } = body as { data: Occurrence[] };
    expect(data.map(({ from, to }) => Date.parse(to) - Date.parse(from))).toEqual([HOUR, HOUR, HOUR]);
  });

  it.each<[string, object, string]>([
    ['a cron of six fields', { ...nightly, cron: '0 0 3 * * *' }, '/when/cron'],
    ['a cron that never occurs', { ...nightly, cron: '0 0 30 2 *' }, '/when/cron'],
    ['an invalid cron', { ...nightly, cron: '99 99 * * *' }, '/when/cron'],
    ['a cron that is too long', { ...nightly, cron: '1,'.repeat(100) }, '/when/cron'],
    ['a cron with a NUL character', { ...nightly, cron: '0 3 * * *\0' }, '/when/cron'],
    ['an unknown time zone', { ...nightly, timeZone: 'Europe/Atlantis' }, '/when/timeZone'],
    ['a time zone that is a path', { ...nightly, timeZone: '../../etc/passwd' }, '/when/timeZone'],
    ['a duration of zero', { ...nightly, minutes: 0 }, '/when/minutes'],
    ['a duration of more than a week', { ...nightly, minutes: 10_081 }, '/when/minutes'],
    ['an end before the start', { ...once(), to: new Date(0).toISOString() }, '/when/to'],
    ['an end in the past', { kind: 'once', from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }, '/when/to'],
    [
      'a duration of more than 30 days',
      { ...once(), to: new Date(Date.now() + 31 * 24 * HOUR).toISOString() },
      '/when/to',
    ],
  ])('rejects %s', async (_, when, pointer) => {
    const answer = await manager('POST', '/maintenance', { ...ofOrganization(1), reason, when });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', faults: [{ pointer }] } });
  });

  it.each([
    ['blank text', ' '],
    ['text of 501 characters', 'x'.repeat(501)],
    ['text with a NUL character', 'a\0b'],
  ])('rejects %s as the reason', async (_, text) => {
    const answer = await manager('POST', '/maintenance', { ...ofOrganization(1), reason: text, when: nightly });
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ pointer: '/reason' }] } });
  });
});
