import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { JWKS } from 'oidc-provider';
import type { SignOnStore } from './sign-on-store.ts';

const createKeySet = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);
  return JSON.stringify({ keys: [{ ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: 'RS256' }] });
};

/** Returns the RS256 key that signs tokens. It is stored, so that tokens stay valid after a restart. */
export const signingKeys = async (store: SignOnStore): Promise<JWKS> =>
  JSON.parse(await store.secret('signing-keys', createKeySet)) as JWKS;

export const cookieKey = (store: SignOnStore): Promise<string> =>
  store.secret('cookie-key', () => randomBytes(32).toString('base64url'));
