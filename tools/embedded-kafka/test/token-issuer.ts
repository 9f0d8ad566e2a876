import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const AUDIENCE = 'kafka';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

interface SigningKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A new key pair for RS256 or ES256. */
export function newKey(kid: string, alg: SigningKey['alg'] = 'RS256'): SigningKey {
  const pair =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, alg, ...pair };
}

/** Creates a JWT. Its header decides the signature: a correct one, one with the public key as an HMAC secret, or none. */
function signed(key: SigningKey, claims: object, header: object = {}): string {
  const head = { alg: key.alg, kid: key.kid, ...header };
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${signatureOf(head.alg, key, Buffer.from(text)).toString('base64url')}`;
}

function signatureOf(alg: string, { privateKey, publicKey }: SigningKey, text: Buffer): Buffer {
  if (alg === 'none') return Buffer.alloc(0);
  if (alg === 'RS256') return sign('sha256', text, privateKey);
  if (alg === 'ES256') return sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
    .update(text)
    .digest();
}

/** A test OAuth server: keys at /jwks.json, tokens for `clients` at /token. */
export class TokenIssuer {
  keys: SigningKey[] = [newKey('first')];
  /** Secrets by client id. */
  readonly clients = new Map<string, string>();
  /** Number of requests for keys and for tokens, and the maximum of concurrent token requests. */
  readonly asked = { keys: 0, tokens: 0, atOnce: 0 };
  /** Delay of a token response in milliseconds. */
  delayMs = 0;
  url = '';
  private running = 0;
  private readonly server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/jwks.json') {
      this.asked.keys++;
      const keys = this.keys.map(({ kid, alg, publicKey }) => {
        return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
      });
      return answer(200, { keys });
    }
    this.asked.tokens++;
    this.asked.atOnce = Math.max(this.asked.atOnce, ++this.running);
    const [, credentials = ''] = (request.headers.authorization ?? '').split('Basic ');
    const [id = '', secret = ''] = Buffer.from(credentials, 'base64').toString().split(':').map(decodeURIComponent);
    setTimeout(() => {
      this.running--;
      if (this.clients.get(id) !== secret) return answer(401, { error: 'invalid_client' });
      return answer(200, { access_token: this.token({ sub: id }), token_type: 'Bearer', expires_in: 60 });
    }, this.delayMs);
  });

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://localhost:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get options() {
    return { jwksUrl: `${this.url}/jwks.json`, issuer: 'https://issuer.example', audience: AUDIENCE };
  }

  /** Creates a token that is valid for one minute. `claims` and `header` override its default fields. */
  token(claims: object = {}, header: object = {}, key = this.keys[0]): string {
    const now = Math.floor(Date.now() / 1_000);
    const good = { iss: this.options.issuer, aud: AUDIENCE, sub: 'alice', iat: now, exp: now + 60 };
    if (key === undefined) throw new Error('the issuer has no key');
    return signed(key, { ...good, ...claims }, header);
  }
}
