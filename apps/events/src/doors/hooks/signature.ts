import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_HMAC_HEADER, type HookScheme, type Preset } from '@portico/contracts/common/hooks';

/** Maximum difference in seconds between a signature's timestamp and the local clock. */
const TOLERANCE = 300;
/** Maximum signatures compared per delivery: senders that rotate their secret send two. */
const MAX_SIGNATURES = 8;

type Signed = { headers: IncomingHttpHeaders; body: Buffer; secret: string; scheme: HookScheme };
/**
 * The signatures of a delivery, and the expected signature. `at`: the signed time in seconds since 1970; undefined if no time is signed.
 */
type Claim = { signatures: string[]; expected: string; at?: number };

const headerOf = (headers: IncomingHttpHeaders, name: string): string => [headers[name]].flat().join(', ');

const macOf = (algorithm: string, key: string | Buffer, ...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac(algorithm, key)).digest();

function standardClaim({ headers, body, secret }: Signed): Claim {
  const header = (name: string): string => headerOf(headers, `webhook-${name}`) || headerOf(headers, `svix-${name}`);
  const [id, at] = [header('id'), header('timestamp')];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = macOf('sha256', key, `${id}.${at}.`, body);
  // Rejects a delivery without an id, because no sender signs an empty id.
  const signatures = id === '' ? [] : header('signature').split(' ');
  return { signatures, expected: `v1,${mac.toString('base64')}`, at: Number(at) };
}

function stripeClaim({ headers, body, secret }: Signed): Claim {
  const parts = headerOf(headers, 'stripe-signature').split(',');
  const valuesOf = (name: string): string[] =>
    parts.flatMap((part) => (part.trim().startsWith(`${name}=`) ? [part.trim().slice(name.length + 1)] : []));
  const [at = ''] = valuesOf('t');
  return {
    signatures: valuesOf('v1'),
    expected: macOf('sha256', secret, `${at}.`, body).toString('hex'),
    at: Number(at),
  };
}

function githubClaim({ headers, body, secret }: Signed): Claim {
  const expected = `sha256=${macOf('sha256', secret, body).toString('hex')}`;
  return { signatures: [headerOf(headers, 'x-hub-signature-256')], expected };
}

/** Reads a signature in hexadecimal digits or base64, with or without a prefix such as `sha256=`. */
function hmacClaim({ headers, body, secret, scheme }: Signed): Claim {
  const mac = macOf(scheme.algorithm ?? 'sha256', secret, body);
  const signature = headerOf(headers, scheme.header ?? DEFAULT_HMAC_HEADER).replace(/^\w+=(?=.)/, '');
  const isHex = signature.length === mac.length * 2;
  return {
    signatures: [isHex ? signature.toLowerCase() : signature],
    expected: mac.toString(isHex ? 'hex' : 'base64'),
  };
}

function basicClaim({ headers, secret }: Signed): Claim {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(headerOf(headers, 'authorization')) ?? [];
  return { signatures: [Buffer.from(encoded, 'base64').toString()], expected: secret };
}

const CLAIMS: Readonly<Record<Preset, (signed: Signed) => Claim>> = {
  'standard-webhooks': standardClaim,
  stripe: stripeClaim,
  github: githubClaim,
  hmac: hmacClaim,
  basic: basicClaim,
};

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Verifies a delivery's signature. Returns `late` if the signature is valid but its time differs by more than five minutes.
 * Comparisons take constant time.
 * @param now - milliseconds since 1970.
 */
export function checkSignature(signed: Signed, now: number): 'right' | 'wrong' | 'late' {
  const { signatures, expected, at } = CLAIMS[signed.scheme.preset](signed);
  const wanted = digestOf(expected);
  const isRight = signatures
    .slice(0, MAX_SIGNATURES)
    .map((signature) => timingSafeEqual(digestOf(signature), wanted))
    .includes(true);
  if (!isRight) return 'wrong';
  return at === undefined || Math.abs(now / 1_000 - at) <= TOLERANCE ? 'right' : 'late';
}
