/**
 * The test's server needs Node's exports in a jsdom page.
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ALERTS_LIVE_PATH, type AlertsChange } from '@portico/contracts/alerts-live';
import { waitFor } from '@testing-library/react';
import { Server, type Socket } from 'socket.io';
import { userOf } from '../../testing/fixtures.ts';
import { createSessionStore } from '../session/session-store.ts';
import { createAlertsConnection } from './alerts-connection.ts';

const WAIT = { timeout: 8_000 };
const store = createSessionStore(window, { tokenKey: 'token', userKey: 'user' });
const signIn = (token: string) => store.set({ token, user: userOf('CLIENT') });

/** Starts a real socket.io server at the alerts path that accepts one token. */
const startServer = async () => {
  const http = createServer();
  const io = new Server(http, { path: ALERTS_LIVE_PATH });
  const sockets: Socket[] = [];
  const handshakes: { protocols: string | undefined; address: string }[] = [];
  const authenticated: string[] = [];
  let accepted = 'first';
  io.engine.on('connection', ({ request }: { request: IncomingMessage }) => {
    handshakes.push({ protocols: request.headers['sec-websocket-protocol'], address: request.url ?? '' });
  });
  io.use(({ handshake }, next) => next(handshake.auth.token === accepted ? undefined : new Error('unauthenticated')));
  io.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('authenticate', (token, acknowledge) => {
      authenticated.push(token);
      acknowledge({ ok: token === accepted });
    });
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sockets,
    handshakes,
    authenticated,
    accept: (token: string) => {
      accepted = token;
    },
    stop: () => io.close(),
  };
};

let server: Awaited<ReturnType<typeof startServer>>;
let end: () => void;
const renew = jest.fn<(refused: string) => Promise<string | null>>();
const changed = jest.fn<(what: AlertsChange['what']) => void>();
const connect = (url = server.url) => {
  const session = { current: store.get, subscribe: store.subscribe, renew };
  end = createAlertsConnection({ url, session }).watch(changed);
};
const EVERYTHING = [['episodes'], ['notices'], ['silence']];
const connections = (count: number) => waitFor(() => expect(server.sockets).toHaveLength(count), WAIT);

beforeEach(async () => {
  jest.resetAllMocks();
  signIn('first');
  server = await startServer();
});
afterEach(async () => {
  end();
  store.clear();
  await server.stop();
});

describe('the live connection of alerts', () => {
  it('reports the kind of a change, and ignores unknown kinds', async () => {
    connect();
    await connections(1);
    for (const sent of [{ what: 'episodes' }, { what: 'weather' }, null, { what: 'notices' }])
      server.sockets[0]?.emit('changed', sent);
    await waitFor(() => expect(changed.mock.calls).toEqual([...EVERYTHING, ['episodes'], ['notices']]), WAIT);
  });

  it('sends the token as a subprotocol, and never in the URL', async () => {
    connect();
    await connections(1);
    const [handshake] = server.handshakes;
    expect(handshake?.protocols?.split(/, ?/)).toEqual(['portico-live', 'portico-token.first']);
    expect(handshake?.address).not.toContain('first');
  });

  it('reports every kind of change after connecting, and again after reconnecting', async () => {
    connect();
    await waitFor(() => expect(changed.mock.calls).toEqual(EVERYTHING), WAIT);
    server.sockets[0]?.conn.close();
    await connections(2);
    await waitFor(() => expect(changed.mock.calls).toEqual([...EVERYTHING, ...EVERYTHING]), WAIT);
  });

  it('sends each new token to the server', async () => {
    connect();
    await connections(1);
    server.accept('second');
    signIn('second');
    await waitFor(() => expect(server.authenticated).toEqual(['second']), WAIT);
    expect(server.sockets).toHaveLength(1);
  });

  it('opens a new connection if the server rejects the new token on the existing connection', async () => {
    connect();
    await connections(1);
    signIn('second');
    await waitFor(() => expect(server.authenticated).toEqual(['second']), WAIT);
    server.accept('second');
    await connections(2);
    expect(server.sockets[1]?.handshake.auth).toEqual({ token: 'second' });
  });

  it('reconnects when someone signs in', async () => {
    connect();
    await connections(1);
    store.clear();
    await waitFor(() => expect(server.sockets[0]?.connected).toBe(false), WAIT);
    server.accept('second');
    signIn('second');
    await connections(2);
    expect(server.sockets[1]?.handshake.auth).toEqual({ token: 'second' });
  });

  it('renews a rejected token', async () => {
    server.accept('second');
    renew.mockImplementation(async () => {
      signIn('second');
      return 'second';
    });
    connect();
    await connections(1);
    expect(renew.mock.calls).toEqual([['first']]);
  });

  it('polls for notices while sockets are blocked', () => {
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    // No server listens on port 1.
    connect('http://127.0.0.1:1');
    jest.advanceTimersByTime(20_000);
    jest.useRealTimers();
    expect(changed.mock.calls).toEqual([['notices'], ['notices']]);
  });

  it('closes when the session ends', async () => {
    connect();
    await connections(1);
    store.clear();
    await waitFor(() => expect(server.sockets[0]?.connected).toBe(false), WAIT);
  });
});
