/**
 * The test's server needs Node's exports in a jsdom page.
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  LIVE_NAMESPACE,
  type LiveFrame,
  type LiveStatus,
  type ServerToViewer,
  type ViewerToServer,
} from '@portico/contracts/live';
import { waitFor } from '@testing-library/react';
import { Server, type Socket } from 'socket.io';
import type { LiveListener } from '../../api/live-source.ts';
import { eventAt, userOf } from '../../testing/fixtures.ts';
import { createSessionStore } from '../session/session-store.ts';
import { createLiveConnection } from './live-connection.ts';

type ViewerSocket = Socket<ViewerToServer, ServerToViewer>;

const WAIT = { timeout: 8_000 };
const CURRENT: LiveStatus = { behind: 0, waiting: 0, isHistoryLagging: false };
const store = createSessionStore(window, { tokenKey: 'token', userKey: 'user' });
const signIn = (token: string) => store.set({ token, user: userOf('CLIENT') });
const frameOf = (offset: number): LiveFrame => ({ rows: [eventAt(offset)], skipped: 0, cursor: `0:${offset}` });

/** Starts a real socket.io server that records requests. */
const startServer = async () => {
  const http: HttpServer = createServer();
  const io = new Server<ViewerToServer, ServerToViewer>(http);
  const calls: string[] = [];
  const sockets: ViewerSocket[] = [];
  const handshakes: { protocols: string | undefined; address: string }[] = [];
  let accepted = 'first';
  io.engine.on('connection', ({ request }: { request: IncomingMessage }) => {
    handshakes.push({ protocols: request.headers['sec-websocket-protocol'], address: request.url ?? '' });
  });
  const namespace = io.of(LIVE_NAMESPACE);
  namespace.use(({ handshake }, next) =>
    next(handshake.auth.token === accepted ? undefined : new Error('unauthenticated')),
  );
  namespace.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('subscribe', ({ filter, cursor, isPaused }, acknowledge) => {
      calls.push(`subscribe ${filter.status ?? 'all'} ${cursor}${isPaused === true ? ' paused' : ''}`);
      acknowledge({ ok: true });
      socket.emit('status', CURRENT);
    });
    socket.on('unsubscribe', (acknowledge) => {
      calls.push('unsubscribe');
      acknowledge({ ok: true });
    });
    socket.on('authenticate', (token, acknowledge) => {
      calls.push(`authenticate ${token}`);
      acknowledge({ ok: true });
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: calls,
    handshakes,
    viewer: () => sockets.at(-1),
    accept: (token: string) => {
      accepted = token;
    },
    stop: () => io.close(),
  };
};

let server: Awaited<ReturnType<typeof startServer>>;
const renew = jest.fn<(refused: string) => Promise<string | null>>();
const listener = {
  frame: jest.fn<LiveListener['frame']>(),
  tally: jest.fn<LiveListener['tally']>(),
  reset: jest.fn<LiveListener['reset']>(),
};
const connect = () =>
  createLiveConnection({ url: server.url, session: { current: store.get, subscribe: store.subscribe, renew } });

beforeEach(async () => {
  jest.resetAllMocks();
  signIn('first');
  server = await startServer();
});
afterEach(async () => {
  // Clearing the session also closes the connection.
  store.clear();
  await server.stop();
});

describe('the live connection', () => {
  it('subscribes with the cursor, and becomes live', async () => {
    const live = connect();
    expect(live.health().state).toBe('connecting');
    live.subscribe({ filter: { status: 'FAILURE' }, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    expect(server.asked).toEqual(['subscribe FAILURE 0:5']);
    server.viewer()?.emit('frame', frameOf(6));
    await waitFor(() => expect(listener.frame).toHaveBeenCalledWith(frameOf(6)), WAIT);
  });

  it('sends the current token with each handshake, and never in the URL', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.accept('second');
    signIn('second');
    await waitFor(() => expect(server.asked).toContain('authenticate second'), WAIT);
    server.viewer()?.conn.close();
    await waitFor(() => expect(server.handshakes).toHaveLength(2), WAIT);
    expect(server.handshakes.map(({ protocols }) => protocols?.split(/, ?/))).toEqual([
      ['portico-live', 'portico-token.first'],
      ['portico-live', 'portico-token.second'],
    ]);
    expect(server.handshakes.filter(({ address }) => /first|second/.test(address))).toEqual([]);
  });

  it('resumes from the last frame after an interruption', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.viewer()?.emit('frame', frameOf(9));
    await waitFor(() => expect(listener.frame).toHaveBeenCalledTimes(1), WAIT);
    const states: string[] = [];
    live.onHealth(() => states.push(live.health().state));
    server.viewer()?.conn.close();
    await waitFor(() => expect(server.asked).toEqual(['subscribe all 0:5', 'subscribe all 0:9']), WAIT);
    server.viewer()?.emit('frame', frameOf(10));
    await waitFor(() => expect(listener.frame).toHaveBeenCalledTimes(2), WAIT);
    expect(states).toEqual([]); // the gap is too short to count as an interruption
  });

  it('moves to another server process during a handover, without a visible change of state', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.viewer()?.emit('frame', frameOf(9));
    await waitFor(() => expect(listener.frame).toHaveBeenCalledTimes(1), WAIT);
    const states: string[] = [];
    live.onHealth(() => states.push(live.health().state));
    server.viewer()?.emit('handover', { within: 100 });
    await waitFor(() => expect(server.asked).toEqual(['subscribe all 0:5', 'subscribe all 0:9']), WAIT);
    expect(server.handshakes).toHaveLength(2);
    server.viewer()?.emit('frame', frameOf(10));
    await waitFor(() => expect(listener.frame.mock.calls).toEqual([[frameOf(9)], [frameOf(10)]]), WAIT);
    expect(states).toEqual([]);
  });

  it('ends one subscription before it starts the next, so that no frame reaches the wrong list', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    const next = { frame: jest.fn<LiveListener['frame']>(), tally: jest.fn(), reset: jest.fn() };
    live.subscribe({ filter: { status: 'SUCCESS' }, cursor: '0:7' }, next);
    server.viewer()?.emit('frame', frameOf(6));
    await waitFor(() => expect(server.asked.slice(1)).toEqual(['unsubscribe', 'subscribe SUCCESS 0:7']), WAIT);
    server.viewer()?.emit('frame', frameOf(8));
    await waitFor(() => expect(next.frame.mock.calls).toEqual([[frameOf(8)]]), WAIT);
  });

  it('forwards a reset and waits for the next subscription', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.viewer()?.emit('reset', { reason: 'cursor_too_old' });
    await waitFor(() => expect(listener.reset).toHaveBeenCalledTimes(1), WAIT);
    live.subscribe({ filter: {}, cursor: '0:20' }, listener);
    await waitFor(() => expect(server.asked.at(-1)).toBe('subscribe all 0:20'), WAIT);
  });

  it('requests and forwards totals while paused', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5', isPaused: true }, listener);
    await waitFor(() => expect(server.asked).toEqual(['subscribe all 0:5 paused']), WAIT);
    server.viewer()?.emit('tally', { arrived: 37, failed: 4 });
    await waitFor(() => expect(listener.tally).toHaveBeenCalledWith({ arrived: 37, failed: 4 }), WAIT);
    server.viewer()?.conn.close();
    await waitFor(() => expect(server.asked.slice(1)).toEqual(['subscribe all 0:5 paused']), WAIT);
  });

  it('reports late rows, a lagging history, and catching up after an interruption', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:5' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.viewer()?.emit('status', { behind: 12_400, waiting: 0, isHistoryLagging: true });
    await waitFor(() => expect(live.health()).toEqual({ state: 'live', behind: 12, isHistoryLagging: true }), WAIT);
    server.viewer()?.emit('status', { behind: 900, waiting: 0, isHistoryLagging: false });
    await waitFor(() => expect(live.health()).toEqual({ state: 'live', behind: 0, isHistoryLagging: false }), WAIT);

    const states: string[] = [];
    live.onHealth(() => states.push(live.health().state));
    server.accept('none'); // until the interruption becomes visible
    server.viewer()?.conn.close();
    await waitFor(() => expect(states).toEqual(['reconnecting']), WAIT);
    server.accept('first');
    await waitFor(() => expect(states).toEqual(['reconnecting', 'catching-up', 'live']), WAIT);
  });

  it('resets the list after an unreadable frame', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    server.viewer()?.emit('frame', { ...frameOf(1), cursor: 'nonsense' });
    await waitFor(() => expect(listener.reset).toHaveBeenCalledTimes(1), WAIT);
  });

  it('sends each new token to the server', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    signIn('second');
    await waitFor(() => expect(server.asked.at(-1)).toBe('authenticate second'), WAIT);
  });

  it('renews a rejected token and reconnects with the new one', async () => {
    server.accept('second');
    renew.mockImplementation(async () => {
      signIn('second');
      return 'second';
    });
    const live = connect();
    live.subscribe({ filter: {}, cursor: '0:1' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    expect(renew.mock.calls).toEqual([['first']]);
  }, 15_000);

  it('closes when the session ends', async () => {
    const live = connect();
    live.subscribe({ filter: {}, cursor: '' }, listener);
    await waitFor(() => expect(live.health().state).toBe('live'), WAIT);
    const viewer = server.viewer();
    store.clear();
    await waitFor(() => expect(viewer?.connected).toBe(false), WAIT);
    expect(live.health().state).toBe('connecting');
  });
});
