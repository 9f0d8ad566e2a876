import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, LiveViewer, type ServiceProcess } from '@portico/testkit';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(60_000);

const LIMIT = 3;
/** Milliseconds within which an unauthenticated socket is closed. */
const SOON = 30_000;

describe('live sockets', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  const viewers: LiveViewer[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    stack = await startEventsStack(undefined, { environment: { LIVE_SOCKETS_PER_USER: String(LIMIT) } });
    service = await stack.start();
    const admin = await stack.as();
    await eventually(async () => (await admin('GET', '/health/ready')).status === 200);
  }, 60_000);
  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.close();
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => stack?.stop());

  const view = async (id: number): Promise<LiveViewer> => {
    const viewer = new LiveViewer(service.url, await stack.tokens.sign({ id }));
    viewers.push(viewer);
    return viewer.open();
  };
  /** Opens a raw connection that records every packet. */
  const connect = async (): Promise<{ socket: WebSocket; packets: string[] }> => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    sockets.push(socket);
    const packets: string[] = [];
    socket.addEventListener('message', ({ data }) => packets.push(String(data)));
    await once(socket, 'open');
    return { socket, packets };
  };
  const isClosed = ({ socket }: { socket: WebSocket }): boolean => socket.readyState === WebSocket.CLOSED;

  it('are closed without a valid sign-in, even if there are 600 sockets', async () => {
    const connections = await Promise.all(Array.from({ length: 600 }, connect));
    const refused = await Promise.all([connect(), connect()]);
    for (const { socket } of refused) socket.send('40/live,{"token":"no token"}');
    await eventually(() => [...connections, ...refused].every(isClosed), SOON);
    for (const { packets } of refused) expect(packets.join()).toContain('"unauthenticated"');
  });

  it('are rejected in the default namespace, which does not accept tokens', async () => {
    const token = await stack.tokens.sign();
    const connection = await connect();
    connection.socket.send('40');
    await eventually(() =>
      connection.packets.some((packet) => packet.startsWith('44') && packet.includes('not_found')),
    );
    connection.socket.send(`40${JSON.stringify({ token })}`);
    await eventually(() => isClosed(connection), SOON);
    expect(connection.packets.filter((packet) => packet.startsWith('40'))).toEqual([]);
  });

  it('are rejected with a reason if the user already has the maximum number of live sockets', async () => {
    const open: LiveViewer[] = [];
    for (let count = 0; count < LIMIT; count += 1) open.push(await view(51));
    await expect(view(51)).rejects.toMatchObject({
      message: `You have ${LIMIT} live connections open. Please close one of them.`,
      data: { code: 'rate_limited', status: 429 },
    });
    await view(52);
    for (const viewer of open) expect(viewer.socket.connected).toBe(true);
    open[0]?.close();
    await eventually(() => view(51).then(() => true));
  });

  it('reset a viewer whose renewed token has a different role', async () => {
    const viewer = await view(54);
    const token = await stack.tokens.sign({ id: 54, usertype: 'CLIENT' });
    expect(await viewer.socket.emitWithAck('authenticate', token)).toEqual({ ok: true });
    await eventually(() => viewer.resets.includes('permissions_changed'));
    expect(viewer.socket.connected).toBe(true);
  });

  it("limit a user's joins over one connection, and let the user join again over a new connection", async () => {
    const token = await stack.tokens.sign({ id: 53 });
    const { socket, packets } = await connect();
    for (let count = 0; count < 3 * LIMIT; count += 1) socket.send(`40/live,${JSON.stringify({ token })}`);
    // The server rejects a join above the limit. It closes the connection if a join arrives after an earlier join was accepted.
    const refused = (): number => packets.filter((packet) => packet.startsWith('44/live')).length;
    await eventually(() => refused() >= 2 * LIMIT || isClosed({ socket }));
    expect(packets.filter((packet) => packet.startsWith('40/live')).length).toBeLessThanOrEqual(LIMIT);
    socket.close();
    await eventually(() => view(53).then(() => true));
  });
});
