import { describe, expect, it } from '@jest/globals';
import type { HookScheme } from '@portico/contracts/common/hooks';
import { checkSignature } from './signature.ts';

type Vector = { scheme: HookScheme; headers: Record<string, string>; body: string; secret: string; at: number };

/** Published by Standard Webhooks and GitHub, and made by the SDK of Stripe. */
const VECTORS: Record<string, Vector> = {
  'Standard Webhooks': {
    scheme: { preset: 'standard-webhooks' },
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v2,BBBB',
    },
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    at: 1_614_265_330,
  },
  Stripe: {
    scheme: { preset: 'stripe' },
    headers: { 'stripe-signature': 't=1700000000,v1=449aaf491c1341da6d61b4a14318792896fa9d4e287f17ddd7382a1d0f4f5c12' },
    body: '{"id":"evt_1","type":"charge.failed","created":1700000000}',
    secret: 'whsec_of_stripe_0123456789',
    at: 1_700_000_000,
  },
  GitHub: {
    scheme: { preset: 'github' },
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    body: 'Hello, World!',
    secret: "It's a Secret to Everybody",
    at: 0,
  },
  'a digest in hexadecimal digits, after a name': {
    scheme: { preset: 'hmac', header: 'x-acme-signature' },
    headers: { 'x-acme-signature': 'sha256=757107EA0EB2509FC211221CCE984B8A37570B6D7586C22C46F4379C8B043E17' },
    body: 'Hello, World!',
    secret: "It's a Secret to Everybody",
    at: 0,
  },
  'a digest in base64': {
    scheme: { preset: 'hmac' },
    headers: { 'x-signature': 'dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc=' },
    body: 'Hello, World!',
    secret: "It's a Secret to Everybody",
    at: 0,
  },
  'a password': {
    scheme: { preset: 'basic' },
    headers: { authorization: `Basic ${Buffer.from('acme:pässword').toString('base64')}` },
    body: '',
    secret: 'acme:pässword',
    at: 0,
  },
};
const check = ({ body, at, ...vector }: Vector, seconds = at) =>
  checkSignature({ ...vector, body: Buffer.from(body) }, seconds * 1_000);

describe.each(Object.entries(VECTORS))('%s', (_, vector) => {
  const isSigned = vector.scheme.preset !== 'basic';
  const hasTime = vector.at > 0;

  it('is right for its secret', () => {
    expect(check(vector)).toBe('right');
  });

  it('is wrong for another secret, without headers, and with any character changed', () => {
    expect(check({ ...vector, secret: `${vector.secret.slice(0, -4)}AAAA` })).toBe('wrong');
    expect(check({ ...vector, headers: {} })).toBe('wrong');
    if (isSigned) expect(check({ ...vector, body: `${vector.body} ` })).toBe('wrong');
    for (const [name, value] of Object.entries(vector.headers))
      expect(check({ ...vector, headers: { ...vector.headers, [name]: value.replaceAll(/[0-9a-z]/gi, '0') } })).toBe(
        'wrong',
      );
  });

  it('is late more than five minutes away, where the sender signs the time', () => {
    for (const seconds of [-301, -300, 300, 301]) {
      const isLate = hasTime && Math.abs(seconds) > 300;
      expect(check(vector, vector.at + seconds)).toBe(isLate ? 'late' : 'right');
    }
  });
});
