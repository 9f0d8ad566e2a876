import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { AUDIENCE } from './identity.ts';

/** Properties of a token. Omitted properties get valid values of the provider. */
export type Making = {
  issuer?: string;
  audience?: string;
  expiresAt?: string;
  notBefore?: string;
  key?: CryptoKey;
  alg?: string;
  /** The `sub` claim; null omits it. By default each e-mail address has its own subject. */
  subject?: string | null;
  /** Seconds since 1970; now by default. */
  issuedAt?: number;
  claims?: Record<string, unknown>;
};

export type TestProvider = {
  issuer: string;
  /** Signs an access token with these properties. */
  sign: (making?: Making) => Promise<string>;
  /** The issuer in the provider's discovery document. */
  name: string;
  /** Whether the provider is unavailable. */
  isDown: boolean;
  /** Switches to another signing key with another id. */
  rotateKeys: () => Promise<void>;
  /** The public key as PEM, which an attacker can get. */
  publicKey: string;
  /** The userinfo response for any token. With null, userinfo rejects every token. */
  userinfo: Record<string, unknown> | null;
  stop: () => Promise<void>;
};

/** Starts an OpenID provider that can issue invalid tokens of every kind. */
export async function startTestProvider(): Promise<TestProvider> {
  const newKeys = () => generateKeyPair('RS256', { extractable: true });
  let { publicKey, privateKey } = await newKeys();
  let kid = 'provider';
  const jwksOf = async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] });
  let jwks = await jwksOf();
  const pages = (): Record<string, unknown> => ({
    '/.well-known/openid-configuration': {
      issuer: provider.name,
      jwks_uri: `${provider.issuer}jwks`,
      userinfo_endpoint: `${provider.issuer}userinfo`,
    },
    '/jwks': jwks,
    '/userinfo': provider.userinfo,
  });
  const server = createServer((request, response) => {
    const page = provider.isDown ? undefined : pages()[request.url ?? ''];
    if (provider.isDown) return void request.socket.destroy();
    response.writeHead(page ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(page ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const provider: TestProvider = {
    issuer,
    name: issuer,
    isDown: false,
    rotateKeys: async () => {
      ({ publicKey, privateKey } = await newKeys());
      kid = `${kid}+`;
      jwks = await jwksOf();
    },
    publicKey: await exportSPKI(publicKey),
    userinfo: null,
    sign: async (making = {}) => {
      const token = new SignJWT({ ...making.claims })
        .setProtectedHeader({ alg: making.alg ?? 'RS256', kid })
        .setIssuer(making.issuer ?? issuer)
        .setAudience(making.audience ?? AUDIENCE)
        .setIssuedAt(making.issuedAt)
        .setExpirationTime(making.expiresAt ?? '1 hour');
      if (making.subject !== null)
        token.setSubject(making.subject ?? `provider|${JSON.stringify(making.claims?.['email'] ?? 1)}`);
      if (making.notBefore) token.setNotBefore(making.notBefore);
      return token.sign(making.key ?? privateKey);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}
