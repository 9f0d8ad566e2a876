import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { metadata } from '../src/apis/metadata.ts';
import { apiVersions } from '../src/apis/api-versions.ts';
import type { Broker } from '../src/index.ts';
import { HungUp, RawClient, frame } from './raw-client.ts';
import { authenticate, bareAnswers, bearerMessage, connectAs, handshake, logIn, plainMessage } from './sasl-client.ts';
import { startTestBroker, temporaryFolder } from './support.ts';
import { TokenIssuer } from './token-issuer.ts';

const folder = temporaryFolder();
const log: string[] = [];
let issuer: TokenIssuer;
let broker: Broker;
beforeAll(async () => {
  issuer = await new TokenIssuer().start();
  issuer.clients.set('key1', 'the whole key');
  broker = await startTestBroker(folder.path, {
    sasl: {
      users: { alice: 'alice-secret', bob: 'bob-secret' },
      oauthBearer: issuer.options,
      plainTokenEndpoint: `${issuer.url}/token`,
      required: true,
      failureDelayMs: 20,
    },
    logger: { info: (line) => log.push(line), warn: (line) => log.push(line) },
  });
});
afterAll(async () => {
  await broker.close();
  await issuer.stop();
  folder.remove();
});

const open = () => RawClient.connect(broker.port);
const topics = (connection: RawClient) => connection.call(metadata, 9, { topics: [] });
const plain = async (name: string, password: string, authorizationId = '') =>
  logIn(await open(), 'PLAIN', plainMessage(name, password, authorizationId));
const closes = (connection: RawClient) => expect(topics(connection)).rejects.toThrow(HungUp);

describe('PLAIN', () => {
  it('accepts the right password and serves the connection', async () => {
    const connection = await connectAs(broker.port, 'alice', 'alice-secret');
    expect(await topics(connection)).toMatchObject({ topics: [] });
    connection.close();
  });

  it.each([
    ['a wrong password', 'alice', 'secret', ''],
    ["another user's password", 'alice', 'bob-secret', ''],
    ['an unknown user', 'nobody', 'secret', ''],
    ['no password', 'alice', '', ''],
    ['no user name', '', 'secret', ''],
    ["another user's authorization id", 'alice', 'alice-secret', 'bob'],
  ])('rejects %s with code 58 and closes the connection', async (_, name, password, authorizationId) => {
    const connection = await open();
    const answer = await logIn(connection, 'PLAIN', plainMessage(name, password, authorizationId));
    expect(answer).toMatchObject({ errorCode: 58, errorMessage: expect.stringMatching(/^Authentication failed/) });
    await closes(connection);
  });

  it('reveals no password, neither to the client nor in the log', async () => {
    const { errorMessage } = await plain('alice', 'a-password-to-look-for');
    await plain('stranger', 'a-password-to-look-for');
    expect(errorMessage).not.toContain('password-to-look-for');
    expect(log.join('\n')).not.toContain('password-to-look-for');
    expect(log.join('\n')).toContain('failed to authenticate');
  });

  it("accepts an unknown user if the token endpoint accepts the password, and limits the session to the token's lifetime", async () => {
    const connection = await open();
    const { errorCode, sessionLifetimeMs } = await logIn(connection, 'PLAIN', plainMessage('key1', 'the whole key'));
    expect(errorCode).toBe(0);
    expect(sessionLifetimeMs).toBeGreaterThan(50_000);
    expect(sessionLifetimeMs).toBeLessThanOrEqual(60_000);
    await topics(connection);
    connection.close();
  });
});

describe('OAUTHBEARER', () => {
  it('accepts a token, and rejects an invalid one as RFC 7628 requires', async () => {
    const good = await open();
    expect(await logIn(good, 'OAUTHBEARER', bearerMessage(issuer.token()))).toMatchObject({ errorCode: 0 });
    await topics(good);
    good.close();
    const bad = await open();
    const challenge = await logIn(bad, 'OAUTHBEARER', bearerMessage(issuer.token({ aud: 'other' })));
    expect([challenge.errorCode, challenge.authBytes.toString()]).toEqual([0, '{"status":"invalid_token"}']);
    expect(await authenticate(bad, Buffer.from([1]))).toMatchObject({ errorCode: 58 });
    await closes(bad);
  });

  it('does not serve a client that stops after the challenge', async () => {
    const connection = await open();
    await logIn(connection, 'OAUTHBEARER', bearerMessage(issuer.token({ iss: 'other' })));
    await closes(connection);
  });
});

describe('a session', () => {
  it('ends when its token expires, unless the client authenticates again', async () => {
    const [idle, diligent] = [await open(), await open()];
    const token = () => bearerMessage(issuer.token({ exp: Math.floor(Date.now() / 1_000) + 2 }));
    for (const connection of [idle, diligent]) await logIn(connection, 'OAUTHBEARER', token());
    await topics(idle);
    await sleep(2_050);
    expect(await logIn(diligent, 'OAUTHBEARER', bearerMessage(issuer.token()))).toMatchObject({ errorCode: 0 });
    await topics(diligent);
    await closes(idle);
    diligent.close();
  });

  it('cannot change to another identity', async () => {
    const connection = await open();
    await logIn(connection, 'OAUTHBEARER', bearerMessage(issuer.token()));
    const answer = await logIn(connection, 'OAUTHBEARER', bearerMessage(issuer.token({ sub: 'bob' })));
    expect(answer).toMatchObject({
      errorCode: 58,
      errorMessage: 'Cannot change principals during re-authentication from User.alice: User.bob',
    });
    await closes(connection);
  });

  it('cannot be renewed if it does not expire', async () => {
    const connection = await connectAs(broker.port, 'alice', 'alice-secret');
    expect(await handshake(connection, 'PLAIN')).toMatchObject({ errorCode: 34 });
    await topics(connection);
    connection.close();
  });

  it("lasts no longer than the broker's limit", async () => {
    const own = temporaryFolder();
    const sasl = { users: { alice: 'x' }, maxReauthMs: 300 };
    const other = await startTestBroker(own.path, { sasl });
    const connection = await RawClient.connect(other.port);
    expect(await logIn(connection, 'PLAIN', plainMessage('alice', 'x'))).toMatchObject({ sessionLifetimeMs: 300 });
    await topics(connection);
    await sleep(320);
    await closes(connection);
    await other.close();
    own.remove();
  });
});

describe('an unauthenticated connection', () => {
  it('gets the list of API versions, and no response to other requests', async () => {
    const connection = await open();
    expect((await connection.call(apiVersions([]), 3, {})).apiKeys.map(({ apiKey }) => apiKey)).toContain(36);
    await closes(connection);
  });

  it('is closed after a SASL message without a handshake', async () => {
    const connection = await open();
    await expect(authenticate(connection, plainMessage('alice', 'alice-secret'))).rejects.toThrow(HungUp);
  });

  it('is closed if another request comes between the handshake and the SASL message', async () => {
    const connection = await open();
    await handshake(connection, 'PLAIN');
    await closes(connection);
  });

  it('gets the supported mechanisms if it chooses an unknown one, and is closed', async () => {
    const connection = await open();
    expect(await handshake(connection, 'SCRAM-SHA-512')).toEqual({
      errorCode: 33,
      mechanisms: ['PLAIN', 'OAUTHBEARER'],
    });
    await closes(connection);
  });

  it.each([
    ['a truncated message', frame(36, 0, Buffer.from([0, 0, 0, 50, 1, 2]), 9)],
    ['a message of negative length', frame(36, 0, Buffer.from([0xff, 0xff, 0xff, 0xff]), 9)],
    [
      'a message of 1 MB',
      frame(36, 0, Buffer.concat([Buffer.from([0, 0x0f, 0x42, 0x40]), Buffer.alloc(1_000_000)]), 9),
    ],
  ])('is closed after %s', async (_, bytes) => {
    const connection = await open();
    await handshake(connection, 'PLAIN');
    await expect(connection.exchange(9, bytes)).rejects.toThrow(HungUp);
  });

  it('can authenticate while a thousand other clients fail', async () => {
    issuer.delayMs = 5;
    const failing = Array.from({ length: 1_000 }, async (_, i) => {
      const connection = await open();
      const message = i % 2 === 0 ? plainMessage('alice', `wrong ${i}`) : plainMessage(`unknown ${i}`, 'wrong');
      const { errorCode } = await logIn(connection, 'PLAIN', message);
      await closes(connection);
      return errorCode;
    });
    const served = await connectAs(broker.port, 'bob', 'bob-secret');
    await topics(served);
    const codes = await Promise.all(failing);
    expect(codes.every((code) => code === 58)).toBe(true);
    expect(issuer.asked.atOnce).toBeLessThanOrEqual(32);
    await topics(served);
    served.close();
    issuer.delayMs = 0;
  });
});

describe('a handshake of version 0', () => {
  it('lets the client send SASL messages without headers', async () => {
    const right = await bareAnswers(broker.port, 'PLAIN', plainMessage('alice', 'alice-secret'));
    expect([right.length, right[1]]).toEqual([3, Buffer.alloc(0)]);
    expect(await bareAnswers(broker.port, 'PLAIN', plainMessage('alice', 'wrong'))).toHaveLength(1);
  });
});
