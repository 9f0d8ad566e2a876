import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import { eventually } from '@portico/testkit';
import { io, type Socket } from 'socket.io-client';
import { type AlertsStack, mark, startAlertsStack } from './alerts.ts';

jest.setTimeout(90_000);

const NOON = Date.now() - 60 * 60_000;
let stack: AlertsStack;
const sockets: Socket[] = [];

/** Opens a viewer's connection. `heard`: the received messages. */
const connect = async (
  token: unknown,
  url = stack.url(),
): Promise<{ socket: Socket; heard: string[]; error: () => string }> => {
  const heard: string[] = [];
  let error = '';
  const socket = io(url, {
    path: ALERTS_LIVE_PATH,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket);
  socket.on('changed', ({ what }: AlertsChange) => heard.push(what));
  socket.on('connect_error', ({ message }) => (error = message));
  socket.on('ended', () => heard.push('ended'));
  await eventually(() => socket.connected || error !== '');
  return { socket, heard, error: () => error };
};
const tokenOf = (id: number, usertype: 'CLIENT' | 'ADMIN' = 'CLIENT', expiresIn = '15 minutes') =>
  stack.tokens.sign({ id, usertype, expiresIn });

beforeAll(async () => {
  stack = await startAlertsStack();
  await stack.furnish();
  const member = await stack.as('CLIENT', 5);
  await stack.activity(mark({ failure: NOON }, { event_name: 'known' }));
  await eventually(async () => JSON.stringify((await member('GET', '/episodes')).body).includes('known'));
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await stack?.stop();
});

describe('a live connection of alerts', () => {
  it('receives from every process only the changes that its user may see', async () => {
    const other = await stack.startAnother();
    const [member, elsewhere, stranger, admin] = await Promise.all([
      connect(await tokenOf(5)),
      connect(await tokenOf(5), other.url),
      connect(await tokenOf(7)),
      connect(await tokenOf(900, 'ADMIN')),
    ]);
    await stack.activity(mark({ failure: NOON }, { event_name: 'live.one' }));
    for (const { heard } of [member, elsewhere, admin]) await eventually(() => heard.includes('episodes'));
    // Messages arrive in order, so a message about the first change would have reached the stranger before this message.
    await stack.activity(mark({ failure: NOON }, { organization_id: 2, source_id: 2, event_name: 'live.two' }));
    await eventually(() => stranger.heard.length > 0);
    expect(stranger.heard).toEqual(['episodes']);
  });

  it('is rejected without a valid token and ends when the token expires', async () => {
    for (const token of [undefined, '', 'nonsense', 42]) expect((await connect(token)).socket.connected).toBe(false);
    const brief = await connect(await tokenOf(5, 'CLIENT', '2 seconds'));
    await eventually(() => brief.heard.includes('ended') && !brief.socket.connected);
  });

  it('receives no more changes after the membership has ended', async () => {
    await stack.publisher.user(8, {});
    await stack.publisher.membership(8, { userId: 8, organizationId: 1 });
    const call = await stack.as('CLIENT', 8);
    await eventually(async () => JSON.stringify((await call('GET', '/episodes')).body).includes('known'));
    const removed = await connect(await tokenOf(8));
    const member = await connect(await tokenOf(5));
    await stack.publisher.membership(8, { userId: 8, organizationId: 1, deletedAt: new Date().toISOString() });
    await eventually(async () => !JSON.stringify((await call('GET', '/episodes')).body).includes('known'));
    await stack.activity(mark({ failure: NOON }, { event_name: 'live.three' }));
    await eventually(() => member.heard.includes('episodes'));
    expect(removed.heard).toEqual([]);
  });

  it('receives changes again after a database outage', async () => {
    const member = await connect(await tokenOf(5));
    await stack.own.withoutPostgres(async () => undefined);
    await eventually(() => member.heard.length >= 3, 30_000);
    expect(member.heard.toSorted()).toEqual(['episodes', 'notices', 'silence']);
    await stack.activity(mark({ failure: NOON }, { event_name: 'live.four' }));
    await eventually(() => member.heard.length > 3, 30_000);
  });
});
