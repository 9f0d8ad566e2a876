import { setTimeout as sleep } from 'node:timers/promises';
import { apiVersions } from '../../src/apis/api-versions.ts';
import { metadata } from '../../src/apis/metadata.ts';
import { frame, type RawClient } from '../../test/raw-client.ts';
import { authenticate, bareAnswers, bearerMessage, handshake, plainMessage } from '../../test/sasl-client.ts';
import { newKey } from '../../test/token-issuer.ts';
import type { SecuredCase, SecuredStage } from '../secured-stage.ts';
import { answerOf } from '../target.ts';

const inSeconds = (ahead: number): number => Math.floor(Date.now() / 1_000) + ahead;

const isServed = (connection: RawClient): Promise<unknown> =>
  answerOf(async () => (await connection.call(metadata, 9, { topics: [] })).topics);

/** Sends one SASL message. `ends`: whether the session expires. Its length is not compared, because it depends on the clock. */
const send = (connection: RawClient, message: Buffer, version = 2): Promise<unknown> =>
  answerOf(async () => {
    const { errorCode, errorMessage, authBytes, sessionLifetimeMs } = await authenticate(connection, message, version);
    return { errorCode, errorMessage, authBytes: authBytes.toString(), ends: sessionLifetimeMs > 0 };
  });

async function attempt(stage: SecuredStage, mechanism: string, ...messages: Buffer[]): Promise<unknown[]> {
  const connection = await stage.connectStrictly();
  const { errorCode } = await handshake(connection, mechanism);
  const answers: unknown[] = [errorCode];
  for (const message of messages) answers.push(await send(connection, message));
  return [...answers, await isServed(connection)];
}

const plain: SecuredCase[] = [
  ['a correct password', plainMessage('alice', 'alice-secret')],
  ['a correct password and the same authorization id', plainMessage('alice', 'alice-secret', 'alice')],
  ['another authorization id', plainMessage('alice', 'alice-secret', 'bob')],
  ['a wrong password', plainMessage('alice', 'bob-secret')],
  ['an unknown user', plainMessage('nobody', 'secret')],
  ['no user name', plainMessage('', 'secret')],
  ['no password', plainMessage('alice', '')],
  ['no separators', Buffer.from('alice')],
  ['too many separators', Buffer.from('\0alice\0alice-secret\0')],
  ['no bytes', Buffer.alloc(0)],
].map(([name, message]) => ({
  name: `a SASL PLAIN message with ${name as string}`,
  run: (stage) => attempt(stage, 'PLAIN', message as Buffer),
}));

const tokens: SecuredCase[] = (
  [
    ['is valid', ({ issuer }) => issuer.token()],
    ['is signed with ES256', ({ issuer }) => issuer.token({}, {}, issuer.keys[1])],
    ['has several audiences', ({ issuer }) => issuer.token({ aud: ['other', 'kafka'] })],
    ['has expired', ({ issuer }) => issuer.token({ exp: inSeconds(-60) })],
    ['has no expiry', ({ issuer }) => issuer.token({ exp: undefined })],
    ['is for another audience', ({ issuer }) => issuer.token({ aud: 'billing' })],
    ['has no audience', ({ issuer }) => issuer.token({ aud: undefined })],
    ['is from another issuer', ({ issuer }) => issuer.token({ iss: 'https://evil.example' })],
    ['has no subject', ({ issuer }) => issuer.token({ sub: undefined })],
    ['has no time of issue', ({ issuer }) => issuer.token({ iat: undefined })],
    ['is not valid yet', ({ issuer }) => issuer.token({ nbf: inSeconds(120) })],
    ['is not signed', ({ issuer }) => issuer.token({}, { alg: 'none' })],
    ['is signed with the public key as a secret', ({ issuer }) => issuer.token({}, { alg: 'HS256' })],
    ['is signed with another key that has the same id', ({ issuer }) => issuer.token({}, {}, newKey('first'))],
    ['is signed with a key that has an unknown id', ({ issuer }) => issuer.token({}, {}, newKey('unknown'))],
    ['is not a JWT', () => 'secret'],
  ] as [string, (stage: SecuredStage) => string][]
).map(([name, token]) => ({
  name: `a SASL OAUTHBEARER token that ${name}`,
  // The broker rejects the token with a challenge; the client responds to the challenge with 0x01.
  run: async (stage) => attempt(stage, 'OAUTHBEARER', bearerMessage(token(stage)), Buffer.from([1])),
}));

const messages: SecuredCase[] = [
  ['its own user as authorization id', (token: string) => bearerMessage(token, 'alice')],
  ['another authorization id', (token: string) => bearerMessage(token, 'bob')],
  ['an extension', (token: string) => Buffer.from(`n,,\u0001auth=Bearer ${token}\u0001trace=abc\u0001\u0001`)],
  ['a scheme in lower case', (token: string) => Buffer.from(`n,,\u0001auth=bearer ${token}\u0001\u0001`)],
  ['no terminator', (token: string) => Buffer.from(`n,,\u0001auth=Bearer ${token}`)],
  ['no token', () => Buffer.from('n,,\u0001auth=Bearer \u0001\u0001')],
  ['a channel binding', (token: string) => Buffer.from(`p=x,,\u0001auth=Bearer ${token}\u0001\u0001`)],
].map(([name, message]) => ({
  name: `a SASL OAUTHBEARER message with ${name as string}`,
  run: (stage) => attempt(stage, 'OAUTHBEARER', (message as (token: string) => Buffer)(stage.issuer.token())),
}));

const otherScheme: SecuredCase = {
  name: 'a SASL OAUTHBEARER message with another scheme',
  deviates:
    'Apache Kafka 4.3 closes the connection, the embedded broker answers first that the credentials are invalid',
  run: (stage) => attempt(stage, 'OAUTHBEARER', Buffer.from('n,,\u0001auth=Basic abc\u0001\u0001')),
};

/** Requests of clients that have not authenticated. */
const strangers: [string, (connection: RawClient) => Promise<unknown>][] = [
  ['a request', (connection) => isServed(connection)],
  ['a message without a handshake', (connection) => send(connection, plainMessage('alice', 'alice-secret'))],
  [
    'an unknown mechanism',
    async (connection) => {
      const { errorCode, mechanisms } = await handshake(connection, 'SCRAM-SHA-256');
      return [errorCode, mechanisms.toSorted()];
    },
  ],
  [
    'a truncated message',
    async (connection) => {
      await handshake(connection, 'PLAIN');
      return answerOf(() => connection.exchange(9, frame(36, 0, Buffer.from([0, 0, 0, 50, 1, 2]), 9)));
    },
  ],
  [
    'a message of 1 MB',
    async (connection) => {
      await handshake(connection, 'PLAIN');
      return answerOf(() => authenticate(connection, Buffer.alloc(1_000_000, 'x')));
    },
  ],
  [
    'two handshakes',
    async (connection) => {
      await handshake(connection, 'PLAIN');
      return answerOf(async () => (await handshake(connection, 'PLAIN')).errorCode);
    },
  ],
];

const before: SecuredCase[] = strangers.map(([name, act]) => ({
  name: `a client before authentication that sends ${name}`,
  async run(stage) {
    const connection = await stage.connectStrictly();
    return [await act(connection), await isServed(connection)];
  },
}));

const client = { clientSoftwareName: 'conformance', clientSoftwareVersion: '1' };
const sessions: SecuredCase[] = [
  {
    name: 'SASL messages without headers after a handshake in version 0',
    async run({ target, issuer }) {
      const lengths: unknown[] = [];
      for (const [mechanism, message] of [
        ['PLAIN', plainMessage('alice', 'alice-secret')],
        ['PLAIN', plainMessage('alice', 'wrong')],
        ['PLAIN', Buffer.alloc(0)],
        ['OAUTHBEARER', bearerMessage(issuer.token())],
        ['SCRAM-SHA-256', Buffer.alloc(0)],
      ] as const) {
        const answers = await bareAnswers(target.strictPort, mechanism, message);
        // Omits the length of the third response, because the two brokers list different numbers of APIs.
        lengths.push(
          answers.slice(0, 2).map(({ length }) => length),
          answers.length,
        );
      }
      return lengths;
    },
  },
  {
    name: 'listing API versions before a SASL handshake, and every version of the handshake and the messages',
    async run(stage) {
      const answers: unknown[] = [];
      for (const version of [0, 1, 2]) {
        const connection = await stage.connectStrictly();
        answers.push((await connection.call(apiVersions([]), 3, client)).errorCode);
        const { errorCode, mechanisms } = await handshake(connection, 'PLAIN');
        answers.push(errorCode, mechanisms.toSorted());
        answers.push(
          await send(connection, plainMessage('alice', 'alice-secret'), version),
          await isServed(connection),
        );
      }
      return answers;
    },
  },
  {
    name: 'renewing a SASL session that does not expire',
    async run(stage) {
      const connection = await stage.connectStrictly();
      await handshake(connection, 'PLAIN');
      await send(connection, plainMessage('alice', 'alice-secret'));
      const { errorCode } = await handshake(connection, 'PLAIN');
      const message = await send(connection, plainMessage('alice', 'alice-secret'));
      return [errorCode, message, await isServed(connection)];
    },
  },
  ...(
    [
      ['the same principal', 'OAUTHBEARER', ({ issuer }) => bearerMessage(issuer.token())],
      ['another principal', 'OAUTHBEARER', ({ issuer }) => bearerMessage(issuer.token({ sub: 'bob' }))],
    ] as [string, string, (stage: SecuredStage) => Buffer][]
  ).map(([name, mechanism, message]): SecuredCase => ({
    name: `renewing a SASL session as ${name}`,
    async run(stage) {
      const connection = await stage.connectStrictly();
      await handshake(connection, 'OAUTHBEARER');
      const first = await send(connection, bearerMessage(stage.issuer.token()));
      const { errorCode } = await handshake(connection, mechanism);
      const again = await send(connection, message(stage));
      return [first, errorCode, again, await isServed(connection)];
    },
  })),
  {
    name: 'a SASL session that ends with its token unless it is renewed',
    async run(stage) {
      const exp = inSeconds(3);
      const [idle, renewed] = [await stage.connectStrictly(), await stage.connectStrictly()];
      for (const connection of [idle, renewed]) {
        await handshake(connection, 'OAUTHBEARER');
        await send(connection, bearerMessage(stage.issuer.token({ exp })));
      }
      const served = await isServed(idle);
      await sleep(exp * 1_000 - Date.now() + 300);
      await handshake(renewed, 'OAUTHBEARER');
      const again = await send(renewed, bearerMessage(stage.issuer.token()));
      return [served, await isServed(idle), again, await isServed(renewed)];
    },
  },
];

export const saslCases: readonly SecuredCase[] = [
  ...plain,
  ...tokens,
  ...messages,
  otherScheme,
  ...before,
  ...sessions,
];
