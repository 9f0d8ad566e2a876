import { TOKEN_AUDIENCE, TOKEN_ISSUER, type Usertype } from '@portico/contracts/common/roles';
import { listenOnLoopback } from '@portico/stack/process';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type TokenOptions = {
  id?: number;
  email?: string;
  usertype?: Usertype;
  version?: number;
  session?: number;
  /** Id of the administrator who views as this user. */
  actor?: number;
  expiresIn?: string;
};

export type TestTokens = {
  /** The value for a service's IDENTITY_URL. This server only serves `/.well-known/jwks.json`. */
  identityUrl: string;
  sign: (options?: TokenOptions) => Promise<string>;
  stop: () => Promise<void>;
};

/** Default user id of a token. No test's identity service has a user with this id, so that no change of a user revokes the token. */
const DEFAULT_USER = 2_100_000_000;

/** Starts a server that replaces the key set of the identity service, for tests of a single service. */
export async function startTestTokens(): Promise<TestTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }] });
  const { port, serve, close } = await listenOnLoopback(0, '127.0.0.1');
  serve((request, response) => {
    const isKeySet = request.url === '/.well-known/jwks.json';
    response.writeHead(isKeySet ? 200 : 404, { 'content-type': 'application/json' }).end(isKeySet ? jwks : '{}');
  });
  return {
    identityUrl: `http://127.0.0.1:${port}`,
    sign: ({
      id = DEFAULT_USER,
      email = `user${id}@portico.test`,
      usertype = 'SUPER_ADMIN',
      version = 1,
      session,
      actor,
      expiresIn = '15 minutes',
    } = {}) =>
      new SignJWT({
        email,
        usertype,
        ver: version,
        ...(session !== undefined && { sid: String(session) }),
        ...(actor !== undefined && { act: { sub: String(actor) } }),
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setSubject(String(id))
        .setIssuer(TOKEN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresIn)
        .sign(privateKey),
    stop: close,
  };
}
