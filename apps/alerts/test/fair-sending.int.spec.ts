import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Delivery } from '@portico/contracts/http/channels';
import { type Call, eventually } from '@portico/testkit';
import type { Client } from 'pg';
import { databaseOf } from './later.ts';
import { newChannel, type Noticing, startNoticing } from './noticing.ts';
import { HOSTS, PROXY_PASSWORD, type PublicReceivers, startPublicReceivers } from './public-receivers.ts';

jest.setTimeout(120_000);

const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
const [BUSY, OWN, ...SLOW] = HOSTS;

let noticing: Noticing;
let receivers: PublicReceivers;
let database: Client;
let manager: Call;
let viewer: Call;
let isHanging = false;

beforeAll(async () => {
  receivers = await startPublicReceivers(async ({ path }) => {
    if (path.startsWith('/hangs') && isHanging) await new Promise(() => undefined);
  });
  noticing = await startNoticing(receivers.environment, { withEvents: false });
  await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  viewer = await noticing.stack.as('CLIENT', 5);
  database = await databaseOf(noticing.stack);
}, 120_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
  await receivers?.stop();
});
beforeEach(async () => {
  await database.query('delete from deliveries');
});

/** Creates a verified webhook. */
const webhook = async (call: Call, host: string | undefined, path: string, owner: object = {}): Promise<number> => {
  const { id } = await newChannel(call, { type: 'webhook', url: `https://${host}${path}` }, owner);
  await database.query('update channels set verified_at = now() where id = $1', [id]);
  return id;
};

/** Adds `count` messages of a channel that have been due for a minute. */
const backlog = (channel: number, count: number) =>
  database.query(
    `insert into deliveries (channel_id, kind, message, notices, state, next_at)
     select $1, 'digest', jsonb_build_object('id', 'message-' || n, 'kind', 'digest', 'productName', '', 'title', 'Old', 'text', '',
       'lines', '[]'::jsonb, 'more', 0, 'isOver', false, 'settingsUrl', '', 'acknowledgeUrl', null), 0, 'pending',
       now() - interval '1 minute' from generate_series(1, $2::int) n`,
    [channel, count],
  );

const arrivals = (path: string) => receivers.received.filter((one) => one.path === path);
const test = async (call: Call, channel: number): Promise<Delivery> =>
  (await call('POST', `/channels/${channel}/test`)).body as Delivery;

describe('the messages of one owner', () => {
  it.each([
    ['on the same host', BUSY, '/same'],
    ['on another host', OWN, '/other'],
  ])('let at most three of them be sent before a message of another owner %s', async (_, host, path) => {
    const many = await webhook(manager, BUSY, '/many', ORGANIZATION);
    const one = await webhook(viewer, host, path);
    await eventually(() => arrivals(path).length > 0);
    await backlog(many, 10_000);
    await eventually(() => arrivals('/many').length > 20);
    expect(await test(viewer, one)).toMatchObject({ state: 'sent' });
    const [queued] = (
      await database.query(`select created_at from deliveries where channel_id = $1 and kind = 'test'`, [one])
    ).rows as { created_at: Date }[];
    const [between] = (
      await database.query(
        `select count(*)::int as count from deliveries where channel_id = $1 and sent_at > $2
           and sent_at < (select sent_at from deliveries where channel_id = $3 and kind = 'test')`,
        [many, queued?.created_at, one],
      )
    ).rows as { count: number }[];
    // Some messages may already be in flight, and the first owner may have the next turn.
    expect(between?.count).toBeLessThanOrEqual(3);
    expect(
      (await database.query(`select from deliveries where channel_id = $1 and state = 'pending'`, [many])).rowCount,
    ).toBeGreaterThan(5_000);
    await manager('DELETE', `/channels/${many}`);
    await viewer('DELETE', `/channels/${one}`);
  });
});

describe("a receiver's host", () => {
  it('has one request at a time even if several processes send', async () => {
    const other = await noticing.stack.startAnother();
    const channels = [
      await webhook(manager, BUSY, '/one', ORGANIZATION),
      await webhook(manager, BUSY, '/two', ORGANIZATION),
      await webhook(viewer, BUSY, '/three'),
    ];
    for (const channel of channels) await backlog(channel, 40);
    for (const path of ['/one', '/two', '/three']) await eventually(() => arrivals(path).length >= 41);
    expect(receivers.open(BUSY).most).toBe(1);
    await other.stop();
    for (const channel of channels) await database.query('delete from channels where id = $1', [channel]);
  });

  it('does not delay other hosts if it never answers', async () => {
    const slow: number[] = [];
    for (const host of SLOW) slow.push(await webhook(manager, host, '/hangs', ORGANIZATION));
    const own = await webhook(viewer, OWN, '/quick');
    await eventually(() => arrivals('/hangs').length === SLOW.length && arrivals('/quick').length === 1);
    isHanging = true;
    for (const channel of slow) await backlog(channel, 5);
    const under = () => SLOW.reduce((count, host) => count + receivers.open(host).now, 0);
    await eventually(() => under() === 3);
    expect(await test(viewer, own)).toMatchObject({ state: 'sent' });
    expect(under()).toBe(3);
    isHanging = false;
    await eventually(() => arrivals('/hangs').length >= SLOW.length * 5, 60_000);
    expect(Math.max(...SLOW.map((host) => receivers.open(host).most))).toBe(1);
  });
});

describe('a proxy', () => {
  it('receives only requests to public addresses, and its password does not appear in the log', async () => {
    const password = Buffer.from(`portico:${PROXY_PASSWORD}`).toString('base64');
    expect(receivers.connects.every(({ authorization }) => authorization === `Basic ${password}`)).toBe(true);
    for (const url of ['https://127.0.0.1/', 'https://10.0.0.1/', 'https://localhost/'])
      expect((await manager('POST', '/channels', { name: 'Inside', target: { type: 'webhook', url } })).status).toBe(
        400,
      );
    expect(new Set(receivers.connects.map(({ target }) => target))).toEqual(
      new Set(HOSTS.map((host) => `${host}:443`)),
    );
    expect(noticing.stack.output()).not.toContain(PROXY_PASSWORD);
  });
});
