import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { AUDIENCE } from './identity.ts';

const KID = 'provider';

/** Properties of a token; the defaults are the provider's. */
export type Making = {
  issuer?: string;
  audience?: string;
  expiresAt?: string;
  notBefore?: string;
  key?: CryptoKey;
  alg?: string;
  claims?: Record<string, unknown>;
};

export type TestProvider = {
  issuer: string;
  /** An access token for these claims. */
  sign: (making?: Making) => Promise<string>;
  /** The public key as PEM, which a forger can obtain. */
  publicKey: string;
  /** Answers userinfo for any token; null rejects. */
  userinfo: Record<string, unknown> | null;
  stop: () => Promise<void>;
};

/** An OpenID provider that can issue invalid tokens of every kind. */
export async function startTestProvider(): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }] };
  const pages = (): Record<string, unknown> => ({
    '/.well-known/openid-configuration': {
      issuer: provider.issuer,
      jwks_uri: `${provider.issuer}jwks`,
      userinfo_endpoint: `${provider.issuer}userinfo`,
    },
    '/jwks': jwks,
    '/userinfo': provider.userinfo,
  });
  const server = createServer((request, response) => {
    const page = pages()[request.url ?? ''];
    response.writeHead(page ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(page ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const provider: TestProvider = {
    issuer,
    publicKey: await exportSPKI(publicKey),
    userinfo: null,
    sign: async (making = {}) => {
      const token = new SignJWT({ ...making.claims })
        .setProtectedHeader({ alg: making.alg ?? 'RS256', kid: KID })
        .setSubject('provider|1')
        .setIssuer(making.issuer ?? issuer)
        .setAudience(making.audience ?? AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(making.expiresAt ?? '1 hour');
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
