import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Channel } from '@portico/contracts/http/channels';
import type { Notices } from '@portico/contracts/http/notices';
import type { Rule } from '@portico/contracts/http/rules';
import { type Call, eventually, read } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { databaseOf, later } from './later.ts';
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
import { madeBy, type Maker, newMaker, noticesAt, ORGANIZATION, PRODUCT, responsibilitiesOf } from './responsible.ts';

jest.setTimeout(180_000);

const NOON = Date.now() - 60 * 60_000;
const DAY = 24 * 60 * 60_000;
const GONE = { deletedAt: new Date().toISOString() };
let noticing: Noticing;
let database: Client;
let manager: Call;
let admin: Call;
/** Path of a webhook for every notice of organization 1. Once this webhook has a notice, all other webhooks have had time to get it. */
const WITNESS = '/webhook/witness';

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0', DELIVERY_RETRY_SECONDS: Array(20).fill('1').join(',') });
  admin = await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
  await admin('PUT', '/episodes/integrations/1/settling', { minutes: 0 });
  const { id } = await verifiedWebhook(noticing, manager, WITNESS, ORGANIZATION);
  await newRule(manager, [id], {}, ORGANIZATION);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

/** Publishes a failure of an event name and waits until the witness webhook has received the notice. */
async function witnessed(event: string): Promise<void> {
  await happens(noticing, event, { failure: NOON });
  await eventually(() => noticing.hooksAt(WITNESS).find(({ body }) => JSON.stringify(body).includes(event)));
}

const stopped = (call: Call, path: string): Promise<Channel | Rule> =>
  readUntil<Channel | Rule>(call, path, ({ needsOwnerSince }) => needsOwnerSince !== null);

describe('a removed manager', () => {
  // spec: D.81
  it('receives no more events on the webhook, which works again after another manager takes over', async () => {
    const maker = await newMaker(noticing, database);
    const { path, event, channel, rule } = await madeBy(noticing, maker, ORGANIZATION);
    expect(channel.responsible).toEqual({ id: maker.id, name: `Maker ${maker.id}` });
    await witnessed(event);
    await eventually(() => noticesAt(noticing, path) === 1);
    await maker.member(GONE);
    await newRule(manager, [channel.id], { filter: { eventName: 'by.another.rule' } }, ORGANIZATION);
    await happens(noticing, event, { failure: NOON, success: NOON + 60_000 });
    await witnessed('by.another.rule');
    expect(noticesAt(noticing, path)).toBe(1);
    expect(await stopped(manager, `/channels/${channel.id}`)).toMatchObject({ responsible: { id: maker.id } });
    expect((await manager('POST', `/channels/${channel.id}/test`)).body).toMatchObject({
      message: 'The channel needs a new owner. Take it over first.',
    });
    const taken = await manager('POST', `/channels/${channel.id}/take-over`);
    expect(taken.body).toMatchObject({ responsible: { id: 6, name: 'Mara Manager' }, needsOwnerSince: null });
    // The channel now receives the notice of the manager's rule, which waited until the channel had a new owner.
    await eventually(() => noticesAt(noticing, path) === 2);
    expect((await manager('POST', `/rules/${rule.id}/take-over`)).body).toMatchObject({ needsOwnerSince: null });
    await happens(noticing, event, { failure: NOON + 120_000, success: NOON + 60_000 });
    await eventually(() => noticesAt(noticing, path) === 3);
  });

  it('does not receive messages that were queued before the removal', async () => {
    const maker = await newMaker(noticing, database);
    const path = `/webhook/maker-${maker.id}/answer-503`;
    const { id } = await newChannel(maker.call, { type: 'webhook', url: noticing.address(path) }, ORGANIZATION);
    const code = codeIn(JSON.stringify((await eventually(() => noticing.hooksAt(path)[0])).body));
    await maker.call('POST', `/channels/${id}/verify`, { code });
    await newRule(maker.call, [id], { filter: { eventName: 'queued.one' } }, ORGANIZATION);
    await witnessed('queued.one');
    await eventually(() => noticesAt(noticing, path) >= 2);
    await maker.member({ role: 'operator' });
    const paused = await eventually(async () =>
      (await deliveriesOf(manager, id)).find(
        ({ kind, lastError }) => kind === 'notice' && lastError?.startsWith('Paused') === true,
      ),
    );
    expect(paused).toMatchObject({ state: 'pending' });
    const before = noticesAt(noticing, path);
    await witnessed('queued.two');
    await witnessed('queued.three');
    expect(noticesAt(noticing, path)).toBe(before);
  });

  it('gets the webhook back with the role', async () => {
    const maker = await newMaker(noticing, database);
    const { path, event, channel } = await madeBy(noticing, maker, ORGANIZATION);
    await maker.member({ role: 'viewer' });
    await stopped(manager, `/channels/${channel.id}`);
    await maker.member({});
    expect(await read<Channel>(manager, `/channels/${channel.id}`)).toMatchObject({ needsOwnerSince: null });
    await witnessed(event);
    await eventually(() => noticesAt(noticing, path) === 1);
  });
});

describe('a deleted administrator', () => {
  it('receives no more events on a webhook of the product', async () => {
    const maker = await newMaker(noticing, database, 'admin');
    const { path, event, channel, rule } = await madeBy(noticing, maker, PRODUCT);
    await witnessed(event);
    await eventually(() => noticesAt(noticing, path) === 1);
    await maker.user({ usertype: 'ADMIN', ...GONE });
    await newRule(admin, [channel.id], { filter: { eventName: 'of.the.product' } }, PRODUCT);
    await witnessed('of.the.product');
    await happens(noticing, event, { failure: NOON, success: NOON + 60_000 });
    await stopped(admin, `/rules/${rule.id}`);
    expect(noticesAt(noticing, path)).toBe(1);
    expect((await manager('POST', `/channels/${channel.id}/take-over`)).status).toBe(404);
    expect((await admin('POST', `/channels/${channel.id}/take-over`)).status).toBe(200);
    await eventually(() => noticesAt(noticing, path) === 2);
  });

  it('loses all personal channels and rules', async () => {
    const maker = await newMaker(noticing, database);
    const { channel, rule } = await madeBy(noticing, maker, {});
    await maker.user(GONE);
    const left = `select id from channels where id = ${channel.id} union all select id from rules where id = ${rule.id}`;
    expect((await database.query(left)).rowCount).toBe(0);
  });
});

type Case = {
  kind: 'manager' | 'admin';
  owner: typeof ORGANIZATION | typeof PRODUCT;
  end: (maker: Maker) => Promise<void>;
};
const ENDS: readonly (readonly [string, Case])[] = [
  ['a membership is removed', { kind: 'manager', owner: ORGANIZATION, end: ({ member }) => member(GONE) }],
  [
    'a membership loses its approval',
    { kind: 'manager', owner: ORGANIZATION, end: ({ member }) => member({ approved: false }) },
  ],
  [
    'a manager becomes an operator',
    { kind: 'manager', owner: ORGANIZATION, end: ({ member }) => member({ role: 'operator' }) },
  ],
  [
    'a manager becomes a viewer',
    { kind: 'manager', owner: ORGANIZATION, end: ({ member }) => member({ role: 'viewer' }) },
  ],
  ["a manager's account is deleted", { kind: 'manager', owner: ORGANIZATION, end: ({ user }) => user(GONE) }],
  [
    'an administrator of an organization becomes a vendor',
    { kind: 'admin', owner: ORGANIZATION, end: ({ user }) => user({ usertype: 'VENDOR' }) },
  ],
  ['a product administrator becomes a client', { kind: 'admin', owner: PRODUCT, end: ({ user }) => user({}) }],
  [
    "an administrator's account is deleted",
    { kind: 'admin', owner: PRODUCT, end: ({ user }) => user({ usertype: 'ADMIN', ...GONE }) },
  ],
];

describe('responsibility for channels and rules', () => {
  it.each(ENDS)('ends and stops the channel and the rule when %s', async (_, one) => {
    const maker = await newMaker(noticing, database, one.kind);
    const { channel, rule } = await madeBy(noticing, maker, one.owner);
    const isProduct = one.owner === PRODUCT;
    const owners = isProduct ? admin : manager;
    expect(await responsibilitiesOf(owners, maker.id)).toEqual([`channel ${channel.id}`, `rule ${rule.id}`]);
    expect(await responsibilitiesOf(await noticing.stack.as('CLIENT', 7), maker.id)).toEqual([]);
    const paths = [`/channels/${channel.id}`, `/rules/${rule.id}`];
    await one.end(maker);
    for (const path of paths)
      expect((await read<Channel | Rule>(owners, path)).needsOwnerSince).toEqual(expect.any(String));
    const refusals = [
      [await noticing.stack.as('CLIENT', 5), isProduct ? 404 : 403],
      [await noticing.stack.as('CLIENT', 7), 404],
      [await noticing.stack.as('VENDOR', 8), 404],
    ] as const;
    for (const path of paths) {
      for (const [call, status] of refusals) expect((await call('POST', `${path}/take-over`)).status).toBe(status);
      expect((await owners('POST', `${path}/take-over`)).body).toMatchObject({
        responsible: { id: isProduct ? 900 : 6 },
        needsOwnerSince: null,
      });
      if (!isProduct) expect((await admin('POST', `${path}/take-over`)).status).toBe(200);
    }
  });

  it('leads, when it ends, to one request to the managers that stays open until every channel and rule has an owner', async () => {
    const mail = await newChannel(manager, { type: 'email', address: 'user6@portico.test' });
    expect(mail.state).toBe('active');
    const maker = await newMaker(noticing, database);
    const { channel, rule } = await madeBy(noticing, maker, ORGANIZATION);
    const known = new Set((await read<Notices>(manager, '/notices')).data.map(({ id }) => id));
    await maker.member(GONE);
    const about = ({ data }: Notices) =>
      data.find(({ id, kind, overAt }) => kind === 'owner.needed' && overAt === null && !known.has(id));
    const notices = await readUntil<Notices>(manager, '/notices', (page) => about(page) !== undefined);
    expect(about(notices)).toMatchObject({
      kind: 'owner.needed',
      title: '1 channel and 1 rule of Acme need a new owner',
      link: '/notifications',
      // The text contains no name, because the notice outlives the account.
      text: expect.stringMatching(/^The responsible person lost the right/),
    });
    expect(about(await read<Notices>(await noticing.stack.as('CLIENT', 5), '/notices'))).toBeUndefined();
    await eventually(() =>
      noticing
        .mailsTo('user6@portico.test')
        .find(({ text }) => text.includes('1 channel and 1 rule of Acme need a new owner')),
    );
    await manager('POST', `/channels/${channel.id}/take-over`);
    expect(about(await read<Notices>(manager, '/notices'))).toBeDefined();
    await manager('DELETE', `/rules/${rule.id}`);
    expect(about(await read<Notices>(manager, '/notices'))).toBeUndefined();
  });

  it('must be taken over within seven days, or the channels and rules are deleted', async () => {
    const maker = await newMaker(noticing, database);
    const { channel, rule } = await madeBy(noticing, maker, ORGANIZATION);
    await maker.member(GONE);
    await later(database, 6 * DAY, ['channels', 'rules']);
    expect((await manager('GET', `/channels/${channel.id}`)).status).toBe(200);
    await later(database, 2 * DAY, ['channels', 'rules']);
    for (const path of [`/channels/${channel.id}`, `/rules/${rule.id}`])
      await eventually(async () => (await manager('GET', path)).status === 404);
    await readUntil<Notices>(manager, '/notices', ({ data }) =>
      data.some(({ kind, title }) => kind === 'owner.ended' && title === '1 channel and 1 rule of Acme ended'),
    );
  });

  it("passes to the person who changes a channel's address", async () => {
    const maker = await newMaker(noticing, database);
    const { channel, path } = await madeBy(noticing, maker, ORGANIZATION);
    const target = { type: 'webhook', url: noticing.address(`${path}-2`) };
    const changed = await manager('PATCH', `/channels/${channel.id}`, { target });
    expect(changed.body).toMatchObject({ responsible: { id: 6 } });
  });
});
