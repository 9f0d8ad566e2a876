import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Channel } from '@portico/contracts/http/channels';
import type { Notices } from '@portico/contracts/http/notices';
import type { Episode } from '@portico/contracts/http/episodes';
import { type Call, eventually, read } from '@portico/testkit';
import { readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import {
  codeIn,
  deliveriesOf,
  happens,
  newChannel,
  newRule,
  type Noticing,
  startNoticing,
  verifiedWebhook,
} from './noticing.ts';
import { startedEarlier } from './view-rules.ts';

jest.setTimeout(120_000);

const NOON = Date.now() - 60 * 60_000;
let noticing: Noticing;
let manager: Call;
let viewer: Call;
let stranger: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  await noticing.stack.furnish();
  [manager, viewer, stranger] = (await Promise.all([6, 5, 7].map((id) => noticing.stack.as('CLIENT', id)))) as [
    Call,
    Call,
    Call,
  ];
  await eventually(async () => (await read<Page<Episode>>(viewer, '/episodes')).count === 0);
}, 120_000);
afterAll(() => noticing?.stop());

const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
const KEY = { type: 'pagerduty', routingKey: 'R0UT1NGKEY0000000000000000000000' } as const;

describe('a channel', () => {
  // spec: D.73
  it('is visible to the members of its organization and can be changed only by managers', async () => {
    const { id } = await eventually(() => newChannel(manager, KEY, ORGANIZATION));
    expect(await read<Channel>(viewer, `/channels/${id}`)).toMatchObject({ mayChange: false, hint: '…0000' });
    expect((await viewer('DELETE', `/channels/${id}`)).status).toBe(403);
    expect((await viewer('POST', '/channels', { name: 'Mine', target: KEY, ...ORGANIZATION })).status).toBe(403);
    for (const path of [`/channels/${id}`, `/channels/${id}/deliveries`])
      expect((await stranger('GET', path)).status).toBe(404);
    expect((await stranger('POST', '/channels', { name: 'Mine', target: KEY, ...ORGANIZATION })).status).toBe(404);
    expect((await manager('POST', '/channels', { name: 'Mine', target: KEY, owner: 'product' })).status).toBe(403);
    expect(JSON.stringify(await read(manager, '/channels'))).not.toContain(KEY.routingKey);
    expect((await manager('DELETE', `/channels/${id}`)).status).toBe(204);
  });

  // spec: D.73
  it('can be seen and deleted only by its owner if it belongs to a person', async () => {
    const { id } = await newChannel(viewer, KEY);
    const rule = await newRule(viewer, [id]);
    for (const path of [`/channels/${id}`, `/rules/${rule.id}`])
      expect((await manager('DELETE', path)).status).toBe(404);
    const admin = await noticing.stack.as('ADMIN');
    const product = await newRule(admin, [], {}, { owner: 'product' });
    expect((await manager('DELETE', `/rules/${product.id}`)).status).toBe(404);
    expect((await viewer('POST', '/rules', { on: ['episode.opened'], channels: [], ...ORGANIZATION })).status).toBe(
      403,
    );
    const shared = await newRule(manager, [], {}, ORGANIZATION);
    for (const [call, path] of [
      [manager, `/rules/${shared.id}`],
      [admin, `/rules/${product.id}`],
      [viewer, `/rules/${rule.id}`],
      [viewer, `/channels/${id}`],
    ] as const)
      expect((await call('DELETE', path)).status).toBe(204);
  });

  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:169.254.169.254]/',
    'https://10.0.0.1/',
    'https://localhost/',
  ])('is rejected for the address %s', async (url) => {
    const answer = await manager('POST', '/channels', { name: 'Hostile', target: { type: 'webhook', url } });
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'address_not_allowed' })]);
  });

  it('rejects its verification code after five wrong codes', async () => {
    const { id } = await newChannel(manager, { type: 'webhook', url: noticing.address('/webhook/codes') });
    const hook = await eventually(() => noticing.hooksAt('/webhook/codes')[0]);
    const code = codeIn(JSON.stringify(hook.body));
    for (let index = 0; index < 5; index += 1)
      expect((await manager('POST', `/channels/${id}/verify`, { code: 'AAAAAAAA' })).status).toBe(400);
    expect((await manager('POST', `/channels/${id}/verify`, { code })).status).toBe(400);
    expect((await manager('POST', `/channels/${id}/test`)).status).toBe(409);
  });

  it("is verified by the link in its mail, or at once for the user's own address", async () => {
    const { id } = await newChannel(viewer, { type: 'email', address: 'ops@acme.test' });
    const mail = await eventually(() => noticing.mailsTo('ops@acme.test')[0]);
    const token = /verify-channel#(\S+)/.exec(mail.text)?.[1];
    expect((await viewer('POST', '/channels/verify', { token: `${token}x` })).status).toBe(404);
    expect((await viewer('POST', '/channels/verify', { token })).body).toMatchObject({ hint: 'o…@acme.test' });
    expect(await read<Channel>(viewer, `/channels/${id}`)).toMatchObject({ state: 'active' });
    const own = await newChannel(viewer, { type: 'email', address: 'user5@portico.test' });
    expect(own.state).toBe('active');
  });
});

describe('a mail about an episode', () => {
  it('contains a link that acknowledges the episode once, and only after a confirmation', async () => {
    const { id } = await newChannel(manager, { type: 'email', address: 'user6@portico.test' });
    await newRule(manager, [id], { filter: { eventName: 'm.one' } });
    await happens(noticing, 'm.one', { failure: NOON });
    const mail = await eventually(() =>
      noticing.mailsTo('user6@portico.test').find(({ subject }) => subject.startsWith('m.one')),
    );
    const token = /acknowledge#(\S+)/.exec(mail.text)?.[1];
    for (let index = 0; index < 2; index += 1)
      expect((await manager('POST', '/notices/acknowledge/offer', { token })).body).toMatchObject({ state: 'open' });
    const [episode] = (await read<Page<Episode>>(manager, '/episodes?event=m.one')).data;
    expect(episode?.acknowledged).toBeNull();
    expect((await manager('POST', '/notices/acknowledge', { token })).body).toMatchObject({ state: 'acknowledged' });
    expect(await read<Episode>(manager, `/episodes/${episode?.id}`)).toMatchObject({ acknowledged: { by: { id: 6 } } });
    await manager('POST', `/episodes/${episode?.id}/release`);
    expect((await manager('POST', '/notices/acknowledge', { token })).status).toBe(404);
  });
});

describe('an alert on a view', () => {
  it('starts again after a change of its condition or after it is turned on, but not after other changes', async () => {
    const database = await databaseOf(noticing.stack);
    const on = ['view.none', 'view.over'];
    const view = { name: 'Late', search: { event: 'v.starts' }, when: 'none', minutes: 60 };
    const rule = await newRule(manager, [], { on, view });
    const startOf = async () => {
      const query = 'select view_since as since from rules where id = $1';
      const { rows } = await database.query<{ since: Date }>(query, [rule.id]);
      return rows[0]?.since.getTime() ?? 0;
    };
    const starts = async (changes: object, fields: object = {}): Promise<boolean> => {
      await startedEarlier(database, rule, 30);
      const before = await startOf();
      const body = { on, view: { ...view, ...changes }, ...fields };
      expect((await manager('PUT', `/rules/${rule.id}`, body)).status).toBe(200);
      return (await startOf()) > before;
    };
    expect(await starts({})).toBe(false);
    expect(await starts({}, { digest: 'daily' })).toBe(false);
    expect(await starts({ name: 'Payruns', search: { event: 'v.starts', columns: 'event' } })).toBe(false);
    expect(await starts({ minutes: 90 })).toBe(true);
    expect(await starts({ clock: 'happened', grace: 5 })).toBe(true);
    expect(await starts({ search: { event: 'v.other' } })).toBe(true);
    expect(await starts({ search: { event: 'v.other' } }, { active: false })).toBe(false);
    expect(await starts({ search: { event: 'v.other' } })).toBe(true);
    await database.end();
  });
});

describe('a removed member', () => {
  it('gets no more notices in channels and in the inbox', async () => {
    const { publisher } = noticing.stack;
    const path = '/webhook/removed';
    await publisher.user(8, { name: 'Rita Removed' });
    await publisher.membership(8, { userId: 8, organizationId: 1 });
    const removed = await noticing.stack.as('CLIENT', 8);
    const { id } = await verifiedWebhook(noticing, removed, path);
    await newRule(removed, [id]);
    const titles = () => noticing.hooksAt(path).map(({ title }) => title);
    await eventually(async () => (await read<Page<Episode>>(removed, '/episodes?state=live')).count > 0);
    await happens(noticing, 'r.before', { failure: NOON });
    await eventually(() => titles().some((title) => title.includes('r.before')));
    const sent = (await deliveriesOf(removed, id)).length;
    await publisher.membership(8, { userId: 8, organizationId: 1, deletedAt: new Date().toISOString() });
    await readUntil<Page<Episode>>(removed, '/episodes?state=live', ({ count }) => count === 0);
    await newRule(viewer, [], { filter: { eventName: 'r.after' } });
    await happens(noticing, 'r.after', { failure: NOON });
    await readUntil<Notices>(viewer, '/notices', ({ data }) => data.some(({ title }) => title.includes('r.after')));
    const [message] = (await deliveriesOf(removed, id)).filter(({ kind }) => kind === 'notice');
    const resent = await removed('POST', `/deliveries/${message?.id}/resend`);
    expect(resent.body).toMatchObject({ state: 'dropped' });
    expect((await deliveriesOf(removed, id)).length).toBe(sent);
    expect(titles().filter((title) => title.includes('r.')).length).toBe(1);
    expect((await read<Notices>(removed, '/notices')).count).toBe(0);
  });
});
