import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChannelTarget } from '@portico/contracts/http/channel-targets';
import type { Channel } from '@portico/contracts/http/channels';
import { type Call, eventually, read } from '@portico/testkit';
import {
  codeIn,
  deliveriesOf,
  happens,
  newChannel,
  newRule,
  type Noticing,
  valueAt,
  startNoticing,
} from './noticing.ts';
import { databaseOf } from './later.ts';

jest.setTimeout(120_000);

const NOON = Date.now() - 60 * 60_000;
const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
/** A text with mentions, Markdown, HTML and right-to-left characters that is longer than any receiver accepts. */
const HOSTILE = `@everyone <users/all> <@1> [click](https://evil.test) **bold** <b>b</b> \u202Egnp.exe ${'x'.repeat(10_000)}`;

let noticing: Noticing;
let manager: Call;
let stranger: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' }, { withEvents: false });
  const admin = await noticing.stack.furnish();
  [manager, stranger] = (await Promise.all([6, 7].map((id) => noticing.stack.as('CLIENT', id)))) as [Call, Call];
  await eventually(
    async () => (await admin('PUT', '/episodes/integrations/1/settling', { minutes: 0 })).status === 200,
  );
}, 120_000);
afterAll(() => noticing?.stop());

/** Creates a channel of the organization and verifies the channel with the code sent to `path`. */
async function verified(target: ChannelTarget, path: string, more: object = {}): Promise<Channel> {
  const before = noticing.hooksAt(path).length;
  const channel = await newChannel(manager, target, { ...ORGANIZATION, ...more });
  const hook = await eventually(() => noticing.hooksAt(path).at(-1 - before));
  expect(hook.refused).toBeNull();
  const { status } = await manager('POST', `/channels/${channel.id}/verify`, {
    code: codeIn(JSON.stringify(hook.body)),
  });
  expect(status).toBe(200);
  return channel;
}

describe('a channel of Opsgenie', () => {
  it.each(['us', 'eu'] as const)(
    'creates an alert in the region %s and closes the alert by its alias',
    async (region) => {
      const path = `/opsgenie${region === 'eu' ? '/eu' : ''}/v2/alerts`;
      const { id } = await verified(
        { type: 'opsgenie', apiKey: `0c1d2e3f-aaaa-bbbb-cccc-00000000000${region}`, region },
        path,
      );
      const verification = noticing.hooksAt(path)[0];
      const alias = (hook: typeof verification) => encodeURIComponent(String(valueAt(hook, 'alias')));
      await eventually(() => noticing.hooksAt(`${path}/${alias(verification)}/close`)[0]);
      const eventName = `o.${region}`;
      await newRule(manager, [id], { filter: { eventName } }, ORGANIZATION);
      await happens(noticing, eventName, { failure: NOON });
      const opened = await eventually(() => noticing.hooksAt(path).find(({ title }) => title.startsWith(eventName)));
      expect(opened.headers['authorization']).toMatch(/^GenieKey 0c1d2e3f/);
      await happens(noticing, eventName, { failure: NOON, success: NOON + 60_000 });
      const closed = await eventually(() => noticing.hooksAt(`${path}/${alias(opened)}/close`)[0]);
      expect([opened.refused, closed.refused]).toEqual([null, null]);
    },
  );
});

describe('a channel of Google Chat', () => {
  it('posts the end of an episode as a reply to the beginning', async () => {
    const path = '/google-chat/v1/spaces/AAAA/messages';
    const { id } = await verified({ type: 'google-chat', webhookUrl: noticing.address(`${path}?key=k&token=t`) }, path);
    await newRule(manager, [id], { filter: { eventName: 'g.one' } }, ORGANIZATION);
    await happens(noticing, 'g.one', { failure: NOON });
    const named = (text: string) =>
      noticing.hooksAt(path).find(({ title }) => title.includes(`g.one of payroll ${text}`));
    const opened = await eventually(() => named('started failing'));
    await happens(noticing, 'g.one', { failure: NOON, success: NOON + 60_000 });
    const closed = await eventually(() => named('works again'));
    expect(valueAt(closed, 'thread', 'threadKey')).toBe(valueAt(opened, 'thread', 'threadKey'));
    expect([opened.refused, closed.refused]).toEqual([null, null]);
  });
});

describe('a channel of Discord', () => {
  it('edits its message at the end of an episode and mentions no users', async () => {
    const path = '/discord/api/webhooks/1/token';
    const { id } = await verified({ type: 'discord', webhookUrl: noticing.address(path) }, path);
    await newRule(manager, [id], { filter: { eventName: 'd.one' } }, ORGANIZATION);
    await happens(noticing, 'd.one', { failure: NOON });
    const opened = await eventually(() => noticing.hooksAt(path).find(({ title }) => title.startsWith('d.one')));
    expect(valueAt(opened, 'allowed_mentions')).toEqual({ parse: [] });
    await eventually(async () => (await deliveriesOf(manager, id))[0]?.state === 'sent');
    await happens(noticing, 'd.one', { failure: NOON, success: NOON + 60_000 });
    const edited = await eventually(() => noticing.hooksAt(`${path}/messages/1310000000000000001`)[0]);
    expect(edited).toMatchObject({ refused: null, title: '✔ d.one of payroll started failing' });
    await eventually(async () => (await deliveriesOf(manager, id))[0]?.state === 'edited');
  });
});

describe('hostile text', () => {
  it.each<[ChannelTarget['type'], string, string]>([
    ['google-chat', '/google-chat/v1/spaces/HHHH/messages', '&lt;users/all&gt;'],
    ['discord', '/discord/api/webhooks/2/token', String.raw`\@everyone`],
    ['opsgenie', '/opsgenie/v2/alerts', '@everyone'],
  ])('is escaped and cut in messages to %s', async (type, path, expected) => {
    const target = (
      type === 'opsgenie'
        ? { type, apiKey: '0c1d2e3f-aaaa-bbbb-cccc-hostile00000', region: 'us' }
        : { type, webhookUrl: noticing.address(path) }
    ) as ChannelTarget;
    const { id } = await verified(target, path);
    const database = await databaseOf(noticing.stack);
    await database.query('update channels set name = $2 where id = $1', [id, HOSTILE]);
    await database.end();
    expect((await manager('POST', `/channels/${id}/test`)).body).toMatchObject({ state: 'sent' });
    const [hook] = noticing.hooksAt(path);
    const text = JSON.stringify(hook?.body);
    expect(hook?.refused).toBeNull();
    expect(text).toContain(expected.replace('\\', '\\\\'));
    for (const raw of ['\u202E', ...(type === 'opsgenie' ? [] : ['<@1>', '<b>b</b>', '<users/all>'])])
      expect(text).not.toContain(raw);
  });
});

describe('the headers of a webhook', () => {
  const headers = [
    { name: 'X-Api-Key', value: 'a-secret-of-the-customer' },
    { name: 'User-Agent', value: 'Of the customer' },
  ];
  const basicAuth = { user: 'portico', password: 'another secret: ü' };

  it('are sent with each message, and the API returns only the names of the headers', async () => {
    const path = '/webhook/headers';
    const url = noticing.address(path);
    const channel = await verified({ type: 'webhook', url, headers, basicAuth }, path);
    const [hook] = noticing.hooksAt(path);
    expect(hook?.headers).toMatchObject({
      'x-api-key': 'a-secret-of-the-customer',
      'user-agent': 'Of the customer',
      authorization: `Basic ${Buffer.from(`portico:${basicAuth.password}`).toString('base64')}`,
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    const answers = [
      channel,
      await read<Channel>(manager, `/channels/${channel.id}`),
      (await manager('PATCH', `/channels/${channel.id}`, { name: 'Renamed' })).body,
      await read(manager, '/channels?organization=1'),
      (await manager('POST', `/channels/${channel.id}/rotate`, { overlap: '1h' })).body,
    ];
    expect(answers[1]).toMatchObject({ headerNames: ['X-Api-Key', 'User-Agent', 'Authorization'] });
    expect((await manager('POST', `/channels/${channel.id}/test`)).body).toMatchObject({ state: 'sent' });
    expect(noticing.hooksAt(path)[0]?.headers).toMatchObject({ 'x-api-key': 'a-secret-of-the-customer' });
    const database = await databaseOf(noticing.stack);
    const rows = await database.query('select * from channels, deliveries');
    await database.end();
    for (const text of [JSON.stringify(answers), JSON.stringify(rows.rows), noticing.stack.output()])
      for (const secret of ['a-secret-of-the-customer', basicAuth.password]) expect(text).not.toContain(secret);
    for (const [method, sent] of [
      ['GET', undefined],
      ['PATCH', { timeZone: 'UTC' }],
      ['DELETE', undefined],
    ] as const)
      expect((await stranger(method, `/channels/${channel.id}`, sent)).status).toBe(404);
    const { body } = await manager('PATCH', `/channels/${channel.id}`, { target: { type: 'webhook', url } });
    expect(body).toMatchObject({ headerNames: [], state: 'unverified' });
  });

  it.each<[string, object]>([
    ['a line break in a value', { headers: [{ name: 'X-Key', value: 'a\r\nX-Evil: b' }] }],
    ['a line feed in a value', { headers: [{ name: 'X-Key', value: 'a\nb' }] }],
    ['a line break in a name', { headers: [{ name: 'X-Key\r\nX-Evil', value: 'a' }] }],
    ['a colon in a name', { headers: [{ name: 'X-Key:', value: 'a' }] }],
    ['a letter beyond ASCII in a value', { headers: [{ name: 'X-Key', value: 'ü' }] }],
    ['an empty value', { headers: [{ name: 'X-Key', value: ' ' }] }],
    ...[
      'Host',
      'content-length',
      'Content-Type',
      'Transfer-Encoding',
      'Connection',
      'Proxy-Authorization',
      'TE',
      'Upgrade',
      'Expect',
      'Webhook-Signature',
      'webhook-id',
    ].map((name): [string, object] => [`the header ${name}`, { headers: [{ name, value: 'a' }] }]),
    [
      'the same header twice',
      {
        headers: [
          { name: 'X-Key', value: 'a' },
          { name: 'x-key', value: 'b' },
        ],
      },
    ],
    ['21 headers', { headers: Array.from({ length: 21 }, (_, index) => ({ name: `X-${index}`, value: 'a' })) }],
    ['a colon in the user name', { basicAuth: { user: 'a:b', password: 'c' } }],
    ['a line break in the password', { basicAuth: { user: 'a', password: 'b\r\nX-Evil: c' } }],
    [
      'an Authorization header in addition to a password',
      { headers: [{ name: 'Authorization', value: 'Bearer a' }], basicAuth },
    ],
  ])('are rejected with %s', async (_, more) => {
    const target = { type: 'webhook', url: noticing.address('/webhook/refused'), ...more };
    const { status, body } = await manager('POST', '/channels', { name: 'Hostile', target });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'validation_failed' })]);
  });
});

describe('the times of a message', () => {
  it('are in the time zone of its channel', async () => {
    const path = '/webhook/zone';
    const target: ChannelTarget = { type: 'webhook', url: noticing.address(path) };
    const { id } = await verified(target, path, { timeZone: 'Asia/Kathmandu' });
    expect(await read<Channel>(manager, `/channels/${id}`)).toMatchObject({ timeZone: 'Asia/Kathmandu' });
    await newRule(manager, [id], { filter: { eventName: 'z.one' } }, ORGANIZATION);
    await happens(noticing, 'z.one', { failure: NOON });
    const hook = await eventually(() => noticing.hooksAt(path).find(({ title }) => title.includes('z.one')));
    const clock = new Date(NOON + (5 * 60 + 45) * 60_000).toISOString().slice(11, 16);
    expect(valueAt(hook, 'data', 'text')).toContain(`, ${clock} GMT+5:45 (Asia/Kathmandu).`);
    const { body } = await manager('PATCH', `/channels/${id}`, { timeZone: 'UTC' });
    expect(body).toMatchObject({ timeZone: 'UTC', state: 'active' });
    expect((await manager('PATCH', `/channels/${id}`, { timeZone: 'Mars/Olympus' })).status).toBe(400);
  });
});
