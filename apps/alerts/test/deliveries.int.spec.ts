import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Episode } from '@portico/contracts/http/episodes';
import type { Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read } from '@portico/testkit';
import { Webhook } from 'standardwebhooks';
import { readUntil } from './alerts.ts';
import { furnishIntegration } from './failures.ts';
import {
  channelWhen,
  codeIn,
  deliveriesOf,
  happens,
  newChannel,
  newRule,
  type Noticing,
  valueAt,
  startNoticing,
  verifiedWebhook,
} from './noticing.ts';

jest.setTimeout(120_000);

const NOON = Date.now() - 60 * 60_000;
let noticing: Noticing;
let manager: Call;
let admin: Call;

beforeAll(async () => {
  noticing = await startNoticing();
  admin = await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  await eventually(
    async () => (await admin('PUT', '/episodes/integrations/1/settling', { minutes: 0 })).status === 200,
  );
  await eventually(async () => (await manager('GET', '/channels?organization=1')).status === 200);
}, 120_000);
afterAll(() => noticing?.stop());

const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;

describe('a webhook of an organization', () => {
  it('gets one signed message when an episode begins and one when the episode ends', async () => {
    const path = '/webhook/acme';
    const { id, secret } = await verifiedWebhook(noticing, manager, path, ORGANIZATION);
    await newRule(manager, [id], { filter: { eventName: 'w.one' } }, ORGANIZATION);
    await happens(noticing, 'w.one', { failure: NOON });
    const opened = await eventually(() =>
      noticing.hooksAt(path).find(({ title }) => title.startsWith('episode.opened')),
    );
    expect(opened).toMatchObject({
      refused: null,
      times: 1,
      body: {
        data: { title: 'w.one of payroll started failing', organization: { id: 1, name: 'Acme' }, over_at: null },
      },
    });
    expect(new Webhook(secret ?? '').verify(JSON.stringify(opened.body), opened.headers)).toEqual(opened.body);
    await happens(noticing, 'w.one', { failure: NOON, success: NOON + 60_000 });
    const closed = await eventually(() =>
      noticing.hooksAt(path).find(({ title }) => title.startsWith('episode.closed')),
    );
    expect(valueAt(closed, 'data', 'subject')).toBe(valueAt(opened, 'data', 'subject'));
    expect(valueAt(closed, 'data', 'text')).toContain('1 min');
    expect(noticing.hooksAt(path).length).toBe(3); // including the verification message
  });

  it('is signed with the previous and the new secret during a rotation', async () => {
    const path = '/webhook/rotating';
    const { id, secret: first } = await verifiedWebhook(noticing, manager, path, ORGANIZATION);
    const { secret: second } = (await manager('POST', `/channels/${id}/rotate`, { overlap: '1h' })).body as {
      secret: string;
    };
    expect((await manager('POST', `/channels/${id}/test`)).body).toMatchObject({ state: 'sent', status: 204 });
    const test = noticing.hooksAt(path)[0];
    for (const secret of [first, second])
      expect(() => new Webhook(secret ?? '').verify(JSON.stringify(test?.body), test?.headers ?? {})).not.toThrow();
    expect(second).not.toBe(first);
  });
});

describe('a channel that fails', () => {
  it("is listed with the receiver's error and can send a message again after the repair", async () => {
    const good = '/webhook/repaired';
    const { id } = await verifiedWebhook(noticing, manager, good, ORGANIZATION);
    const bad = await newChannel(
      manager,
      { type: 'webhook', url: noticing.address('/webhook/answer-503') },
      ORGANIZATION,
    );
    const [delivery] = await eventually(async () => {
      const found = await deliveriesOf(manager, bad.id);
      return (found[0]?.attempts ?? 0) > 0 && found;
    });
    expect(delivery).toMatchObject({ kind: 'verification', state: 'pending', status: 503, mayResend: false });
    expect(await channelWhen(manager, bad.id, ({ failingSince }) => failingSince !== null)).toMatchObject({
      state: 'unverified',
      lastError: 'Answered 503: not accepted',
    });
    const [test] = [(await manager('POST', `/channels/${id}/test`)).body as { id: number }];
    expect((await manager('POST', `/deliveries/${test.id}/resend`)).body).toMatchObject({ state: 'sent', attempts: 1 });
    expect(noticing.hooksAt(good).find(({ title }) => title.startsWith('portico.test'))?.times).toBe(2);
  });
});

describe('manual tests and resends', () => {
  it('are limited to 60 per hour and person over all channels', async () => {
    const tester = await noticing.stack.as('CLIENT', 61);
    const { id } = await verifiedWebhook(noticing, tester, '/webhook/by-hand');
    const statuses: number[] = [];
    for (let index = 0; index < 62; index += 1) statuses.push((await tester('POST', `/channels/${id}/test`)).status);
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    const [delivery] = await deliveriesOf(tester, id);
    expect((await tester('POST', `/deliveries/${delivery?.id}/resend`)).status).toBe(429);
    expect((await manager('POST', `/channels/${id}/test`)).status).toBe(404);
  });
});

describe('channels to Slack, PagerDuty and Teams', () => {
  it("edit the Slack bot's message when the episode ends", async () => {
    const target = { type: 'slack', botToken: 'xoxb-1-secret', channel: 'payroll' } as const;
    const { id } = await newChannel(manager, target, ORGANIZATION);
    const post = '/slack/api/chat.postMessage';
    const sent = await eventually(() => noticing.hooksAt(post)[0]);
    await manager('POST', `/channels/${id}/verify`, { code: codeIn(JSON.stringify(sent.body)) });
    await newRule(manager, [id], { filter: { eventName: 's.one' } }, ORGANIZATION);
    await happens(noticing, 's.one', { failure: NOON });
    await eventually(() => noticing.hooksAt(post).find(({ title }) => title === 's.one of payroll started failing'));
    await eventually(async () => (await deliveriesOf(manager, id))[0]?.state === 'sent');
    await happens(noticing, 's.one', { failure: NOON, success: NOON + 60_000 });
    const edited = await eventually(() => noticing.hooksAt('/slack/api/chat.update')[0]);
    expect(edited).toMatchObject({ refused: null, title: '✔ s.one of payroll started failing' });
    await eventually(async () => (await deliveriesOf(manager, id))[0]?.state === 'edited');
    expect(noticing.hooksAt(post).length).toBe(2);
  });

  it('resolve the PagerDuty incident when the episode ends', async () => {
    const target = { type: 'pagerduty', routingKey: 'R0UT1NGKEY0000000000000000000000' } as const;
    const path = '/pagerduty/v2/enqueue';
    const { id } = await newChannel(manager, target, ORGANIZATION);
    const sent = await eventually(() => noticing.hooksAt(path)[0]);
    await manager('POST', `/channels/${id}/verify`, { code: codeIn(JSON.stringify(sent.body)) });
    await newRule(manager, [id], { filter: { eventName: 'p.one' } }, ORGANIZATION);
    await happens(noticing, 'p.one', { failure: NOON });
    const opened = await eventually(() => noticing.hooksAt(path).find(({ title }) => title.startsWith('p.one')));
    await happens(noticing, 'p.one', { failure: NOON, success: NOON + 60_000 });
    const key = valueAt(opened, 'dedup_key');
    const resolved = await eventually(() =>
      noticing.hooksAt(path).find((hook) => hook.key === `resolve ${String(key)}`),
    );
    expect([opened.refused, resolved.refused, key]).toEqual([
      null,
      null,
      expect.stringMatching(/^portico:episode:\d+$/),
    ]);
  });

  it.each([
    ['teams', '/teams/room'],
    ['slack', '/slack/services/T0/B0/xyz'],
  ] as const)('deliver messages through an incoming webhook of %s', async (type, path) => {
    const { id } = await newChannel(manager, { type, webhookUrl: noticing.address(path) }, ORGANIZATION);
    const sent = await eventually(() => noticing.hooksAt(path)[0]);
    await manager('POST', `/channels/${id}/verify`, { code: codeIn(JSON.stringify(sent.body)) });
    expect((await manager('POST', `/channels/${id}/test`)).body).toMatchObject({ state: 'sent' });
    expect(noticing.hooksAt(path).map(({ refused }) => refused)).toEqual([null, null]);
  });
});

describe('the inbox', () => {
  it("contains the notices of the organization's rules and counts unread notices", async () => {
    const viewer = await noticing.stack.as('CLIENT', 5);
    const stranger = await noticing.stack.as('CLIENT', 7);
    await newRule(manager, [], { filter: { eventName: 'i.one' } }, ORGANIZATION);
    await happens(noticing, 'i.one', { failure: NOON });
    const isThere = ({ data }: Notices): boolean => data.some(({ title }) => title.startsWith('i.one'));
    const { data, unread } = await readUntil<Notices>(viewer, '/notices', isThere);
    expect(data[0]).toMatchObject({
      kind: 'episode.opened',
      isRead: false,
      overAt: null,
      link: expect.stringMatching(/^\/episodes\/\d+$/),
    });
    expect(isThere(await read<Notices>(stranger, '/notices'))).toBe(false);
    const left = (await viewer('POST', '/notices/read', { ids: [data[0]?.id] })).body;
    expect(left).toEqual({ unread: unread - 1 });
    expect((await viewer('POST', '/notices/read', { upTo: data[0]?.id })).body).toEqual({ unread: 0 });
    expect((await read<Notices>(manager, '/notices')).unread).toBeGreaterThan(0);
  });

  const entriesOf = ({ data }: Notices, integration: number) =>
    data.filter(({ integrationId }) => integrationId === integration);
  const inboxWhen = (integration: number, isRight: (entry: Notices['data'][number]) => boolean): Promise<Notices> =>
    readUntil<Notices>(manager, '/notices', (inbox) => entriesOf(inbox, integration).some(isRight));

  it('has one entry per episode even if several rules match, and updates the entry when the episode ends', async () => {
    const filter = { integrationId: await furnishIntegration(noticing, admin, 31) };
    await newRule(manager, [], { filter }, ORGANIZATION);
    await newRule(manager, [], { filter });
    await happens(noticing, 'i.twice', { failure: NOON }, { source_id: 31 });
    const begun = await inboxWhen(31, () => true);
    const [entry] = entriesOf(begun, 31);
    const { unread } = (await manager('POST', '/notices/read', { ids: [entry?.id] })).body as { unread: number };
    expect(unread).toBe(begun.unread - 1);
    await happens(noticing, 'i.twice', { failure: NOON, success: NOON + 60_000 }, { source_id: 31 });
    const over = await inboxWhen(31, ({ overAt }) => overAt !== null);
    expect(over.unread).toBe(unread);
    expect(entriesOf(over, 31)).toMatchObject([
      {
        id: entry?.id,
        kind: 'episode.opened',
        title: 'i.twice of integration 31 works again',
        text: expect.stringMatching(/^From .* to .*: 1 min\./),
        isRead: true,
      },
    ]);
  });

  it('combines the open episodes of an integration in one entry, which ends when the last event recovers', async () => {
    await newRule(manager, [], { filter: { integrationId: await furnishIntegration(noticing, admin, 32) } });
    const of = { source_id: 32 };
    const fails = (name: string) => happens(noticing, name, { failure: NOON }, of);
    const works = (name: string) => happens(noticing, name, { failure: NOON, success: NOON + 60_000 }, of);
    await fails('o.one');
    const { unread } = await inboxWhen(32, ({ title }) => title.startsWith('o.one'));
    await fails('o.two');
    const both = await inboxWhen(32, ({ title }) => title === 'integration 32 started failing: 2 episodes');
    expect(both.unread).toBe(unread);
    expect(entriesOf(both, 32)).toMatchObject([
      { text: expect.stringMatching(/ o\.one, o\.two$/), link: '/episodes?integration=32', overAt: null },
    ]);
    await works('o.one');
    await readUntil<Page<Episode>>(manager, '/episodes?event=o.one&state=over', ({ count }) => count === 1);
    expect(entriesOf(await read<Notices>(manager, '/notices'), 32)).toMatchObject([{ overAt: null }]);
    await works('o.two');
    expect(entriesOf(await inboxWhen(32, ({ overAt }) => overAt !== null), 32)).toMatchObject([
      { title: 'integration 32 works again: 2 episodes', link: '/episodes?integration=32&state=over' },
    ]);
  });

  it('contains the end of an episode if the rule selects only ends', async () => {
    const integrationId = await furnishIntegration(noticing, admin, 33);
    await newRule(manager, [], { on: ['episode.closed'], filter: { integrationId } });
    await happens(noticing, 'i.end', { failure: NOON }, { source_id: 33 });
    await readUntil<Page<Episode>>(manager, '/episodes?event=i.end', ({ count }) => count === 1);
    await happens(noticing, 'i.end', { failure: NOON, success: NOON + 60_000 }, { source_id: 33 });
    const [end] = entriesOf(await inboxWhen(33, () => true), 33);
    expect(end).toMatchObject({ kind: 'episode.closed', eventName: 'i.end' });
  });
});
