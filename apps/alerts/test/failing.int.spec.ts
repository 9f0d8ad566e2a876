import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Channel } from '@portico/contracts/http/channels';
import type { Notice, Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read } from '@portico/testkit';
import { Client } from 'pg';
import { readUntil } from './alerts.ts';
import {
  channelWhen,
  codeIn,
  deliveriesOf,
  happens,
  newChannel,
  newRule,
  type Noticing,
  startNoticing,
} from './noticing.ts';

jest.setTimeout(120_000);

const NOON = Date.now() - 60 * 60_000;
const ORGANIZATION = { owner: 'organization', organizationId: 1 } as const;
/** Path of a receiver that rejects every message and stores the message. */
const GONE = '/webhook/answer-410/acme';
const GOOD = '/webhook/acme';

let noticing: Noticing;
let manager: Call;
let viewer: Call;
let stranger: Call;
let channel: Channel;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0', DELIVERY_RETRY_SECONDS: '0,0' });
  await noticing.stack.furnish();
  [manager, viewer, stranger] = (await Promise.all([6, 5, 7].map((id) => noticing.stack.as('CLIENT', id)))) as [
    Call,
    Call,
    Call,
  ];
  channel = await eventually(() => newChannel(manager, { type: 'webhook', url: noticing.address(GONE) }, ORGANIZATION));
  const hook = await eventually(() => noticing.hooksAt(GONE)[0]);
  await manager('POST', `/channels/${channel.id}/verify`, { code: codeIn(JSON.stringify(hook.body)) });
  await newRule(manager, [channel.id], { inbox: false }, ORGANIZATION);
}, 120_000);
afterAll(() => noticing?.stop());

/** Reads the notices about the channel in a caller's inbox, newest first. */
const noticesOf = async (call: Call): Promise<Notice[]> =>
  (await read<Notices>(call, '/notices')).data.filter(({ subject }) => subject === `channel:${channel.id}`);
/** Waits until the channel has `count` failed messages and returns the messages. */
const settled = (count: number) =>
  eventually(async () => {
    const sent = (await deliveriesOf(manager, channel.id)).filter(({ kind }) => kind === 'notice');
    return sent.length === count && sent.every(({ state }) => state === 'failed') ? sent : undefined;
  });

/** Simulates that the channel has been failing for `days` days. */
async function age(days: number): Promise<void> {
  const url = new URL(noticing.stack.own.environment.POSTGRES_URL);
  url.pathname = '/alerts';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`update channels set failing_since = now() - make_interval(days => $1) where id = $2`, [
      days,
      channel.id,
    ]);
  } finally {
    await client.end();
  }
}

describe('a channel whose receiver rejects every message', () => {
  it('causes one notice in the inboxes of the organization after the last attempt', async () => {
    await happens(noticing, 'f.one', { failure: NOON });
    const [failed] = await settled(1);
    expect(failed).toMatchObject({
      state: 'failed',
      attempts: 3,
      status: 410,
      lastError: 'Answered 410: not accepted',
    });
    const [notice] = await eventually(async () => {
      const found = await noticesOf(viewer);
      return found.length > 0 && found;
    });
    expect(notice).toMatchObject({
      kind: 'channel.failing',
      title: 'Messages to My webhook do not arrive',
      text: '“f.one of payroll started failing” could not be delivered in 3 attempts. Answered 410: not accepted.',
      link: `/notifications/channels/${channel.id}`,
      organization: 'Acme',
      overAt: null,
      isRead: false,
    });
    await happens(noticing, 'f.two', { failure: NOON });
    await settled(2);
    expect(await noticesOf(manager)).toHaveLength(1);
    expect(await noticesOf(stranger)).toEqual([]);
    // Notices about a channel are only in inboxes. No channel receives them.
    expect(noticing.hooksAt(GONE).filter(({ title }) => title.startsWith('channel.'))).toEqual([]);
  });

  it('is disabled after it has failed for five days, with a notice in the inbox', async () => {
    await age(4);
    await happens(noticing, 'f.three', { failure: NOON });
    await settled(3);
    expect(await read<Channel>(viewer, `/channels/${channel.id}`)).toMatchObject({
      state: 'failing',
      // Includes the message with the verification code.
      failures: 4,
    });
    await age(6);
    await happens(noticing, 'f.four', { failure: NOON });
    await channelWhen(viewer, channel.id, ({ state }) => state === 'disabled');
    const [notice] = await noticesOf(viewer);
    expect(notice).toMatchObject({ kind: 'channel.disabled', title: 'My webhook is disabled' });
    expect(notice?.text).toContain('Messages failed for 5 days.');
    expect((await noticesOf(viewer)).map(({ kind }) => kind)).toEqual(['channel.disabled', 'channel.failing']);
    expect((await deliveriesOf(manager, channel.id))[0]).toMatchObject({ state: 'dropped' });
  });

  it('works again with a new address, and the first message delivered there ends the notices about the failure', async () => {
    await manager('PATCH', `/channels/${channel.id}`, {
      name: 'Pager',
      target: { type: 'webhook', url: noticing.address(GOOD) },
    });
    const hook = await eventually(() => noticing.hooksAt(GOOD)[0]);
    expect((await noticesOf(viewer)).map(({ overAt }) => overAt)).toEqual([null, null]);
    await manager('POST', `/channels/${channel.id}/verify`, { code: codeIn(JSON.stringify(hook.body)) });
    expect((await manager('POST', `/channels/${channel.id}/test`)).body).toMatchObject({ state: 'sent' });
    await readUntil<Notices>(viewer, '/notices', ({ data }) => data.every(({ overAt }) => overAt !== null));
    expect(await read<Channel>(viewer, `/channels/${channel.id}`)).toMatchObject({ name: 'Pager', state: 'active' });
    expect(await noticesOf(viewer)).toHaveLength(2);
  });
});
