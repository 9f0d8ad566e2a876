import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TokenVerifier } from '../src/security/token-verifier.ts';
import { TokenIssuer, newKey } from './token-issuer.ts';

let issuer: TokenIssuer;
let verifier: TokenVerifier;
beforeEach(async () => {
  issuer = await new TokenIssuer().start();
  verifier = new TokenVerifier(issuer.options);
});
afterEach(() => issuer.stop());

const seconds = (ahead: number): number => Math.floor(Date.now() / 1_000) + ahead;
/** Changes the claims (part 1) or the signature (part 2) of a signed token. */
const tampered = (token: string, part: 1 | 2): string => {
  const parts = token.split('.');
  const [bytes] = [Buffer.from(parts[part] ?? '', 'base64url')];
  const claims = part === 1 ? { ...(JSON.parse(bytes.toString()) as object), sub: 'root' } : undefined;
  if (part === 2) bytes[20] = (bytes[20] ?? 0) ^ 1;
  parts[part] =
    claims === undefined ? bytes.toString('base64url') : Buffer.from(JSON.stringify(claims)).toString('base64url');
  return parts.join('.');
};

describe('a token', () => {
  it.each(['RS256', 'ES256'] as const)(
    'is accepted with its user and its expiry if it is signed with %s',
    async (alg) => {
      issuer.keys = [newKey('only', alg)];
      const exp = seconds(90);
      expect(await verifier.verify(issuer.token({ exp, aud: ['other', 'kafka'] }))).toEqual({
        name: 'alice',
        expiresAt: exp * 1_000,
      });
    },
  );

  it.each<[string, () => string, RegExp]>([
    ['has expired', () => issuer.token({ exp: seconds(-31) }), /expired/],
    ['has no expiry', () => issuer.token({ exp: undefined }), /does not expire/],
    ['is for another audience', () => issuer.token({ aud: 'billing' }), /meant for billing/],
    ['has no audience', () => issuer.token({ aud: undefined }), /meant for/],
    ['is from another issuer', () => issuer.token({ iss: 'https://evil.example' }), /issued by/],
    ['is not valid yet', () => issuer.token({ nbf: seconds(60) }), /not yet valid/],
    ['has no time of issue', () => issuer.token({ iat: undefined }), /time of issue/],
    ['has no subject', () => issuer.token({ sub: '' }), /no subject/],
    ['is not signed', () => issuer.token({}, { alg: 'none' }), /not a signed JWT/],
    ['has the algorithm none and a signature', () => `${issuer.token({}, { alg: 'none' })}AAAA`, /signed with none/],
    ['is signed with the public key as a secret', () => issuer.token({}, { alg: 'HS256' }), /signed with HS256/],
    [
      'names another algorithm',
      () => issuer.token({}, { alg: 'ES256' }, { ...newKey('first', 'ES256') }),
      /wrong signature/,
    ],
    ['has changed claims', () => tampered(issuer.token(), 1), /wrong signature/],
    ['has a changed signature', () => tampered(issuer.token(), 2), /wrong signature/],
    ['is signed with an unknown key', () => issuer.token({}, {}, newKey('first')), /wrong signature/],
    ['has critical extensions', () => issuer.token({}, { crit: ['exp'] }), /critical/],
    ['is not a JWT', () => 'secret', /not a signed JWT/],
    ['has parts that are not JSON', () => 'a.b.c', /not a JWT/],
  ])('is rejected if it %s', async (_, token, reason) => {
    await expect(verifier.verify(token())).rejects.toThrow(reason);
  });
});

describe('the keys', () => {
  it('are fetched once, and once more for an unknown key id', async () => {
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(issuer.token())));
    expect(issuer.asked.keys).toBe(1);
    issuer.keys = [newKey('second')];
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(issuer.token())));
    expect(issuer.asked.keys).toBe(2);
  });

  it('are not fetched for every unknown key id', async () => {
    const unknown = Array.from({ length: 100 }, (_, i) => verifier.verify(issuer.token({}, { kid: `k${i}` })));
    const outcomes = await Promise.allSettled(unknown);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(issuer.asked.keys).toBeLessThanOrEqual(2);
  });

  it('are required: a token is rejected if its key is missing or no key can be fetched', async () => {
    const { keys } = issuer;
    issuer.keys = [];
    await expect(verifier.verify(issuer.token({}, {}, keys[0]))).rejects.toThrow(/no key first/);
    const unreachable = new TokenVerifier({ ...issuer.options, jwksUrl: 'http://localhost:1/jwks.json' });
    await expect(unreachable.verify(issuer.token({}, {}, keys[0]))).rejects.toThrow();
  });
});
