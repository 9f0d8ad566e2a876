import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, type TestTokens } from '@portico/testkit';
import { type LiveStack, MEMBER, type Name, SOCKETS, startLiveStack, Viewer } from './live-stack.ts';

jest.setTimeout(90_000);

const LIMIT = 3;
/** Milliseconds within which a connection with a revoked token ends. */
const REVOKED_WITHIN = 2_000;
/** Milliseconds within which a connection without a sign-in is closed. */
const SIGN_IN_WITHIN = 15_000;
/** Milliseconds within which a handshake must arrive. */
const ARRIVED_WITHIN = 30_000;
const SERVICES = ['events', 'alerts'] as const satisfies Name[];

type TokenOptions = Parameters<TestTokens['sign']>[0];

let stack: LiveStack;
/** The responses of the gateway and of each service to an incomplete handshake, which is sent before the first test. */
let halfSent: Promise<string[]>;
const viewers: Viewer[] = [];
let users = 1_000;
const newUser = (): number => (users += 1);
const sign = (options: TokenOptions): Promise<string> => stack.tokens.sign(options);
const connect = (name: Name, token: string | null = null): Promise<Viewer> => {
  const viewer = new Viewer(stack.gatewayUrl, name, token);
  viewers.push(viewer);
  return viewer.opened();
};
/** Sends an incomplete handshake, and returns the response once the connection closes. */
const sendHalf = async (address: string): Promise<string> => {
  const { hostname, port } = new URL(address);
  const socket = connectTcp(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: portico.test\r\nupgrade: websocket\r\n');
  await once(socket, 'close');
  return answer;
};

beforeAll(async () => {
  stack = await startLiveStack({ LIVE_SOCKETS_PER_USER: String(LIMIT), DRAIN_SECONDS: '2' });
  const { gatewayUrl, services } = stack;
  halfSent = Promise.all([gatewayUrl, services.events.url, services.alerts.url].map(sendHalf));
}, 180_000);
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close();
});
afterAll(() => stack?.stop());

describe.each(SERVICES)('a live socket of %s', (name) => {
  const { namespace } = SOCKETS[name];
  const view = async (options: TokenOptions): Promise<Viewer> => {
    const token = await sign(options);
    const viewer = await connect(name, token);
    expect(await viewer.join(token)).toContain(`40${namespace}`);
    if (name === 'events') expect(await viewer.ask('subscribe', { filter: {}, cursor: '' })).toContain('[{"ok":true}]');
    return viewer;
  };

  it.each(['no token', 'an empty token', 'a number', 'a forged token', 'an expired token'])(
    'is rejected with %s',
    async (kind) => {
      const [header, payload] = (await sign({ id: newUser() })).split('.');
      const sent: Record<string, unknown> = {
        'no token': undefined,
        'an empty token': '',
        'a number': 42,
        'a forged token': `${header}.${payload}.${Buffer.alloc(64, 1).toString('base64url')}`,
        'an expired token': await sign({ id: newUser(), expiresIn: '-1 minute' }),
      };
      const answer = await (await connect(name)).join(sent[kind]);
      expect(answer).toMatch(/^44.*"data":\{.*"code":"unauthenticated"/);
    },
  );

  it('is closed if its client never signs in, or if the sign-in is rejected', async () => {
    const [silent, rejected] = [await connect(name), await connect(name)];
    await rejected.join('no token');
    await eventually(() => silent.isClosed && rejected.isClosed, SIGN_IN_WITHIN);
  });

  it('is closed if its client joins an unknown namespace, even with a valid token', async () => {
    const viewer = await connect(name);
    viewer.send(`40/other,${JSON.stringify({ token: await sign({ id: newUser() }) })}`);
    await eventually(() => viewer.packets.some((packet) => packet.startsWith('44/other')));
    await eventually(() => viewer.isClosed, SIGN_IN_WITHIN);
  });

  it('is pinged, so that each end detects a lost peer within 20 seconds', async () => {
    const [opening] = (await view({ id: newUser() })).packets;
    const { pingInterval, pingTimeout } = JSON.parse(opening?.slice(1) ?? '') as Record<string, number>;
    expect((pingInterval ?? Infinity) + (pingTimeout ?? Infinity)).toBeLessThanOrEqual(20_000);
  });

  it('ends when its token expires, unless the same user renews the token', async () => {
    const [ending, renewing] = [newUser(), newUser()];
    const [ended, renewed] = [
      await view({ id: ending, expiresIn: '3 seconds' }),
      await view({ id: renewing, expiresIn: '3 seconds' }),
    ];
    expect(await renewed.ask('authenticate', await sign({ id: renewing }))).toContain('[{"ok":true}]');
    await eventually(() => ended.isEnded);
    expect(renewed.isClosed).toBe(false);
  });

  it("keeps its user when it receives an invalid token or another user's token", async () => {
    const viewer = await view({ id: newUser() });
    const other = await sign({ id: newUser() });
    expect(await viewer.ask('authenticate', other)).toMatch(/"ok":false,"problem":\{.*"forbidden"/);
    expect(await viewer.ask('authenticate', 'no token')).toMatch(/"ok":false,"problem":\{.*"unauthenticated"/);
    expect(viewer.isClosed).toBe(false);
  });

  it.each(['tokens are revoked', 'role changes', 'account is deleted'])(
    "ends within two seconds after its user's %s, and cannot be opened with the old token",
    async (change) => {
      const [id, other] = [newUser(), newUser()];
      const old = await sign({ id, usertype: 'ADMIN' });
      const [viewer, renamed] = [await view({ id, usertype: 'ADMIN' }), await view({ id: other })];
      await stack.publisher.user(other, { name: 'Another' });
      const deletedAt = change === 'account is deleted' ? new Date().toISOString() : null;
      const usertype = change === 'role changes' ? 'CLIENT' : 'ADMIN';
      await stack.publisher.user(id, { usertype, deletedAt }, deletedAt === null);
      await eventually(() => viewer.isEnded, REVOKED_WITHIN);
      expect(await (await connect(name)).join(old)).toMatch(/^44.*"unauthenticated"/);
      if (deletedAt === null) await view({ id, usertype, version: 10_000 });
      expect(renamed.isClosed).toBe(false);
    },
  );

  // spec: D.87
  it("ends within two seconds after its session ends, and leaves the user's other sockets open", async () => {
    const id = newUser();
    const [mine, other] = [await view({ id, session: id }), await view({ id, session: id + 100_000 })];
    await stack.publisher.sessionEnd(id, id);
    await eventually(() => mine.isEnded, REVOKED_WITHIN);
    expect(await (await connect(name)).join(await sign({ id, session: id }))).toMatch(/^44.*"session_ended"/);
    expect(await other.ask('authenticate', await sign({ id, session: id }))).toMatch(/"ok":false.*"session_ended"/);
    expect(other.isClosed).toBe(false);
  });

  it('counts toward the limit of its own user only, even with concurrent sign-ins', async () => {
    const token = await sign({ id: newUser() });
    const opened = await Promise.all(Array.from({ length: 3 * LIMIT }, () => connect(name, token)));
    const answers = await Promise.all(opened.map((viewer) => viewer.join(token)));
    const rejections = answers.filter((answer) => !answer.startsWith('40'));
    expect(rejections).toHaveLength(2 * LIMIT);
    for (const answer of rejections) expect(answer).toMatch(/^44.*"data":\{.*"code":"rate_limited"/);
    await view({ id: newUser() });
    for (const viewer of opened) viewer.close();
    await eventually(async () => (await (await connect(name, token)).join(token)).startsWith('40'));
  });

  it('is closed after a frame that exceeds the size limit', async () => {
    const viewer = await view({ id: newUser() });
    viewer.send(`42${namespace}${JSON.stringify(['authenticate', 'x'.repeat(20_000)])}`);
    await eventually(() => viewer.isClosed, 5_000);
  });

  it('sends a member no data of another organization', async () => {
    const [theirs, admins] = [await view({ id: MEMBER, usertype: 'CLIENT' }), await view({ id: newUser() })];
    const [other, own] = [`other.failure.of.${name}`, `own.failure.of.${name}`];
    // A message of the alerts service reports that data changed, without the data.
    const shows = (viewer: Viewer, text: string): boolean => viewer.hasReceived(name === 'events' ? text : '"changed"');
    await stack.fail(2, other);
    await eventually(() => shows(admins, other));
    expect(shows(theirs, other)).toBe(false);
    await stack.fail(1, own);
    await eventually(() => shows(theirs, own));
    expect(theirs.hasReceived(other)).toBe(false);
  });

  it('can be opened and stays open while Kafka is unavailable, and ends when a later revocation arrives', async () => {
    const id = newUser();
    const viewer = await view({ id });
    const endSilence = stack.own.silenceKafka();
    try {
      const token = await sign({ id: newUser() });
      expect(await (await connect(name, token)).join(token)).toMatch(/^40/);
      expect(viewer.isClosed).toBe(false);
    } finally {
      endSilence();
    }
    await stack.publisher.user(id, {}, true);
    await eventually(() => viewer.isEnded, 60_000);
  });
});

it('an incomplete handshake gets 408 from the gateway and from each service', async () => {
  const answers = await Promise.race([halfSent, once(AbortSignal.timeout(ARRIVED_WITHIN), 'abort')]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408/);
});

describe.each(SERVICES)('a stopping process of %s', (name) => {
  it('announces the handover to its viewers, and then closes every connection so that its client reconnects', async () => {
    const token = await sign({ id: newUser() });
    const handover = '["handover",{"within":';
    const early = await connect(name, token);
    await early.join(token);
    const ended = stack.services[name].stop();
    await eventually(() => early.hasReceived(handover));
    const late = await connect(name, token);
    await late.join(token);
    await eventually(() => late.hasReceived(handover));
    expect(await ended).toBe(0);
    for (const viewer of [early, late]) {
      await eventually(() => viewer.isClosed);
      // Socket.IO's packet 41 would stop the client from reconnecting.
      expect(viewer.packets.filter((packet) => packet.startsWith('41'))).toEqual([]);
    }
  });
});
