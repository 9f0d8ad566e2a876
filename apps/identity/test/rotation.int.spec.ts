import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADVISORY_LOCKS, openDatabase } from '@portico/postgres';
import { KeySealing, keepRotating, replaceAll, rotateNow, SigningKeys } from '@portico/postgres/signing-keys';
import { parseConfig, TokenVerifier } from '@portico/service';
import { engines, eventually, runServiceCommand, STARTING } from '@portico/testkit';
import { decodeProtectedHeader } from 'jose';
import { IdentityConfig } from '../src/config.ts';
import { identityDatabase } from '../src/database.ts';
import { TokensService } from '../src/tokens/tokens.service.ts';
import { User } from '../src/user-row/user.entity.ts';

const DAYS = 30;
const SECRET = 'x'.repeat(32);
const sealing = new KeySealing({ SIGNING_SECRET: [SECRET] });

/** The parts of one identity process that sign tokens. */
class Process {
  readonly keys: SigningKeys;
  readonly tokens: TokensService;
  constructor(orm: MikroORM, config: IdentityConfig) {
    this.keys = new SigningKeys(orm.em, config);
    this.tokens = new TokensService(this.keys);
  }
}

describe('rotation of the signing key', () => {
  let orm: MikroORM;
  let server: Server;
  let identityUrl: string;
  let processes: [Process, Process];
  let config: IdentityConfig;
  let user: User;

  const verifier = (): TokenVerifier =>
    new TokenVerifier({ HOST: '', PORT: 0, LOG_LEVEL: 'silent', DRAIN_SECONDS: 0, IDENTITY_URL: identityUrl });
  const kidOf = (token: string): string | undefined => decodeProtectedHeader(token).kid;
  const published = async (): Promise<(string | undefined)[]> =>
    (await processes[1].keys.keySet()).keys.map(({ kid }) => kid);
  /** Simulates elapsed time: makes all keys in the database older, and lets every process rotate. */
  const pass = async (interval: string): Promise<void> => {
    const older = `created_at = created_at - interval '${interval}', activates_at = activates_at - interval '${interval}'`;
    await orm.em.fork().execute(`update signing_keys set ${older}`);
    await Promise.all(processes.map(() => keepRotating(orm.em, DAYS, sealing)));
  };

  beforeAll(async () => {
    const unreachable = 'http://127.0.0.1:1';
    const parsed = parseConfig(IdentityConfig, {
      ...engines(),
      PORT: '0',
      IDENTITY_URL: unreachable,
      API_URL: unreachable,
      SIGNING_SECRET: SECRET,
    });
    if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
    ({ config } = parsed);
    orm = await openDatabase({ ...identityDatabase(config), name: `rotation_${randomUUID().slice(0, 8)}` });
    processes = [new Process(orm, config), new Process(orm, config)];
    server = createServer((_request, response) => {
      void processes[0].keys.keySet().then((keys) => response.end(JSON.stringify(keys)));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    identityUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    user = orm.em.fork().create(User, { id: 7, name: 'Vera', email: 'vera@portico.test', usertype: 'VENDOR' });
  }, STARTING);
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await orm.close(true);
  });

  it('publishes a key before every process signs with it, and removes the old key after its last token has expired', async () => {
    await Promise.all(processes.map(() => keepRotating(orm.em, DAYS, sealing)));
    const [first] = await published();
    expect(await published()).toEqual([first]);
    const early = await processes[0].tokens.sign(user, 1);
    const longRunning = verifier();
    await longRunning.verify(early);

    await pass('31 days');
    const [second, ...others] = await published();
    expect(others).toEqual([first]);
    expect(kidOf(await processes[0].tokens.sign(user, 1))).toBe(first);

    await pass('14 minutes');
    const last = await processes[1].tokens.sign(user, 1);
    expect(kidOf(last)).toBe(first);
    await pass('2 minutes');
    const fresh = await Promise.all(processes.map(({ tokens }) => tokens.sign(user, 1)));
    expect(fresh.map(kidOf)).toEqual([second, second]);
    for (const token of [last, ...fresh]) {
      expect(await verifier().verify(token)).toMatchObject({ id: 7 });
      // The verifier reloads the key set for an unknown key, at most once per second.
      expect(await eventually(() => longRunning.verify(token))).toMatchObject({ id: 7 });
    }

    await pass('15 minutes');
    expect(await published()).toEqual([second, first]);
    await pass('3 minutes');
    expect(await published()).toEqual([second]);
    await expect(verifier().verify(last)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('creates only one key if several processes rotate concurrently', async () => {
    const before = await published();
    await orm.em.fork().execute(`update signing_keys set created_at = created_at - interval '31 days'`);
    await Promise.all(Array.from({ length: 8 }, () => keepRotating(orm.em, DAYS, sealing)));
    expect(await published()).toHaveLength(before.length + 1);
  });

  it('creates no further key while the next key is pending', async () => {
    const next = await rotateNow(orm.em, sealing);
    expect(await rotateNow(orm.em, sealing)).toEqual(next);
  });

  it('invalidates every token immediately if a key was compromised', async () => {
    const old = await processes[0].tokens.sign(user, 1);
    const longRunning = verifier();
    await longRunning.verify(old);
    const { kid } = await replaceAll(orm.em, sealing);
    expect(await published()).toEqual([kid]);
    const fresh = await processes[1].tokens.sign(user, 1);
    await expect(verifier().verify(old)).rejects.toMatchObject({ code: 'unauthenticated' });
    await eventually(() => longRunning.verify(fresh));
    await expect(longRunning.verify(old)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  describe('with encrypted storage', () => {
    const NEWER = 'y'.repeat(32);
    const stored = async (): Promise<string> =>
      JSON.stringify(await orm.em.fork().execute('select private_key from signing_keys'));
    const signedWith = (...secrets: [string, ...string[]]): Promise<string> =>
      new Process(orm, { ...config, SIGNING_SECRET: secrets }).tokens.sign(user, 1);

    it('encrypts keys of an earlier release, which keep signing', async () => {
      const { kid } = await replaceAll(orm.em, new KeySealing({}));
      expect(await stored()).toContain('"d":');
      const before = await processes[0].tokens.sign(user, 1);
      await keepRotating(orm.em, DAYS, sealing);
      expect(await stored()).not.toContain('"d":');
      const after = await signedWith(SECRET);
      for (const token of [before, after]) {
        expect(kidOf(token)).toBe(kid);
        expect(await verifier().verify(token)).toMatchObject({ id: 7 });
      }
    });

    it('encrypts keys again with a newer secret, after which the older secret is not needed', async () => {
      const [kid] = await published();
      await keepRotating(orm.em, DAYS, new KeySealing({ SIGNING_SECRET: [NEWER, SECRET] }));
      expect(kidOf(await signedWith(NEWER))).toBe(kid);
      await expect(signedWith(SECRET)).rejects.toThrow('there is no signing key');
    });

    it('creates a new key if no secret decrypts the stored keys, and still publishes those keys until their tokens expire', async () => {
      const token = await signedWith(NEWER);
      await keepRotating(orm.em, DAYS, sealing);
      const [made, ...others] = await published();
      expect(others).toContain(kidOf(token));
      expect(kidOf(await signedWith(SECRET))).toBe(made);
      expect(await verifier().verify(token)).toMatchObject({ id: 7 });
    });
  });

  it('does not wait until a running migration ends', async () => {
    await orm.em.fork().transactional(async (migrating) => {
      await migrating.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.migration]);
      const { kid } = await replaceAll(orm.em, sealing);
      expect(await published()).toEqual([kid]);
    });
  });

  it(
    'runs as a command',
    async () => {
      const rotated = await runServiceCommand('identity', ['rotate-keys'], { POSTGRES_URL: engines().POSTGRES_URL });
      expect(rotated).toEqual({
        code: 0,
        said: expect.stringMatching(/^key \S+ is published and signs tokens from \d{4}-\d\d-\d\dT\S+Z\n$/),
      });
      const failed = await runServiceCommand('identity', ['rotate-keys'], {});
      expect(failed).toEqual({ code: 1, said: expect.stringContaining('POSTGRES_URL: is not set') });
    },
    STARTING,
  );
});
