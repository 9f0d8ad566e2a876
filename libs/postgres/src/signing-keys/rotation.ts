import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { KeySealing } from './sealed-keys.ts';
import { SigningKey } from './signing-key.entity.ts';

export const ALGORITHM = 'ES256';
/** Maximum lifetime of a token in seconds. */
const MAX_TOKEN_LIFETIME = 15 * 60;
/** Seconds between publishing a new key and signing with it. Verifiers cache a key set for ten minutes. */
const PUBLISHED_BEFORE = 15 * 60;
/** Seconds that a key stays published after the next key signs. By then, the key's last token has expired on every clock. */
const PUBLISHED_AFTER = MAX_TOKEN_LIFETIME + 120;

type Rotation = { kid: string; activatesAt: Date };

/**
 * Creates the first key, or the next key when the newest key is `days` old, and deletes keys whose tokens have all expired. Encrypts
 * keys that are unencrypted or use an older secret. A key that no secret can decrypt stays published, but signs no tokens. Every
 * process calls this function periodically. A lock and the database's clock keep the processes consistent.
 */
export async function keepRotating(em: EntityManager, days: number, sealing: KeySealing): Promise<void> {
  await alone(em, async (own) => {
    const all = await own.find(SigningKey, {}, { orderBy: { activatesAt: 'desc' } });
    const usable = all.flatMap(({ kid, privateKey }) => {
      const key = sealing.open(privateKey);
      return key === undefined ? [] : [{ kid, key, isStale: sealing.isStale(privateKey) }];
    });
    for (const { kid, key, isStale } of usable)
      if (isStale) await own.nativeUpdate(SigningKey, { kid }, { privateKey: sealing.seal(key) });
    const [newest] = usable;
    if (!newest) await makeKey(own, 0, sealing);
    const isDue = { createdAt: { $lt: raw(`now() - interval '1 day' * ?`, [days]) } };
    if (newest && (await own.count(SigningKey, { kid: newest.kid, ...isDue })) > 0)
      await makeKey(own, PUBLISHED_BEFORE, sealing);
    await own.execute(
      `delete from signing_keys old using signing_keys next
       where next.activates_at > old.activates_at and next.activates_at < now() - interval '1 second' * ?`,
      [PUBLISHED_AFTER],
    );
  });
}

/** Creates the next key now, or returns the published key that does not sign yet. */
export async function rotateNow(em: EntityManager, sealing: KeySealing): Promise<Rotation> {
  return alone(em, async (own) => {
    const waiting = { activatesAt: { $gt: raw('now()') } };
    const [next] = await own.find(SigningKey, waiting, { orderBy: { activatesAt: 'desc' }, limit: 1 });
    const isAny = (await own.count(SigningKey)) > 0;
    return next ?? makeKey(own, isAny ? PUBLISHED_BEFORE : 0, sealing);
  });
}

/**
 * Replaces compromised keys: deletes every key and creates a key that signs immediately. Every session is renewed. A verifier loads
 * the new key set with the first token of the new key, or within ten minutes.
 */
export async function replaceAll(em: EntityManager, sealing: KeySealing): Promise<Rotation> {
  return alone(em, async (own) => {
    await own.nativeDelete(SigningKey, {});
    return makeKey(own, 0, sealing);
  });
}

async function alone<Result>(em: EntityManager, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return em.fork().transactional(async (own) => {
    await own.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.keyRotation]);
    return work(own);
  });
}

async function makeKey(em: EntityManager, secondsUntilActive: number, sealing: KeySealing): Promise<Rotation> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateKey = await exportJWK(pair.privateKey);
  const kid = await calculateJwkThumbprint(privateKey);
  await em.insert(SigningKey, {
    kid,
    privateKey: sealing.seal(privateKey),
    createdAt: raw('now()'),
    activatesAt: raw(`now() + interval '1 second' * ?`, [secondsUntilActive]),
  });
  const { activatesAt } = await em.findOneOrFail(SigningKey, { kid });
  return { kid, activatesAt };
}
