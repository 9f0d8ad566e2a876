import { AuthenticationFailure, type Exchange, type Identity } from './mechanism.ts';

const CONTROL_A = 1;
/** The challenge to a client with an invalid token (RFC 7628, 3.2.2). The client responds with a single 0x01. */
const REFUSAL = '{"status":"invalid_token"}';
/** Matches `n,a=<authorization id>,`, then `auth=Bearer <token>` and extensions, each between 0x01 bytes (RFC 7628, 3.1). */
// eslint-disable-next-line no-control-regex
const MESSAGE = /^n,(?:a=((?:[^=,\0]|=2C|=3D)+))?,\x01((?:[A-Za-z]+=[\x21-\x7e \t\r\n]+\x01)*)\x01$/;
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

function readMessage(message: Buffer): { authorizationId: string; token: string } | undefined {
  const [, authorizationId = '', pairs = ''] = MESSAGE.exec(message.toString('utf8')) ?? [];
  const auth = pairs.split('\u0001').find((pair) => pair.startsWith('auth='));
  const token = BEARER.exec(auth?.slice('auth='.length) ?? '')?.[1];
  return token === undefined ? undefined : { authorizationId: decodeName(authorizationId), token };
}

const decodeName = (name: string): string => name.replaceAll('=2C', ',').replaceAll('=3D', '=');

/**
 * SASL/OAUTHBEARER: the client sends one message with a token. As in Apache Kafka, the broker answers an invalid token with a
 * challenge, and authentication fails after the client has responded to the challenge.
 */
export function oauthBearer(
  verify: (token: string) => Promise<Identity>,
  onRefused: (reason: string) => void,
): () => Exchange {
  return () => {
    let refused = false;
    return async (message) => {
      if (refused && message.length === 1 && message[0] === CONTROL_A) throw new AuthenticationFailure(REFUSAL);
      refused = false;
      const parsed = readMessage(message);
      if (parsed === undefined) {
        const text = 'Authentication failed during authentication due to invalid credentials with SASL mechanism';
        throw new AuthenticationFailure(`${text} OAUTHBEARER`);
      }
      const identity = await verify(parsed.token).catch((error: unknown) => {
        onRefused(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (identity === undefined) {
        refused = true;
        return { challenge: Buffer.from(REFUSAL) };
      }
      const { authorizationId } = parsed;
      if (authorizationId !== '' && authorizationId !== identity.name) {
        const text = `Client requested an authorization id (${authorizationId}) that is different from the token's principal name (${identity.name})`;
        throw new AuthenticationFailure(`Authentication failed: ${text}`);
      }
      return { identity };
    };
  };
}
