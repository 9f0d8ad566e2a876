import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memberText } from '../common/json-text.ts';
import { redactText } from './detect.ts';
import { MASK, redact, redactMessage } from './redact.ts';
import { DETECTORS, hidesField, hidesFrom, PRIVACY_ACTIONS, PrivacyRule, redactionOf } from './rules.ts';

const letters = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 20)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
const token = (text: string): string => (/^hash:[a-p]{20}$/.test(text) ? text : `hash:${letters(text)}`);
const rule = (hides: string, action: PrivacyRule['action'] = 'mask'): PrivacyRule => ({
  hides,
  action,
  below: 'manager',
});
const redacted = (details: string, ...rules: PrivacyRule[]) => {
  const redaction = redactionOf(rules, token);
  return redaction ? redact(details, redaction) : { details, hidden: [] };
};

const action = fc.constantFrom(...PRIVACY_ACTIONS);
const name = fc.constantFrom('a', 'b', 'c', 'message', 'é', 'e\u0301', '__proto__', '*', 'x/y');
const path = fc
  .array(fc.constantFrom('a', 'b', 'c', 'é', '*', 'message', '__proto__', 'x~1y'), { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join('/')}`);
const rules = fc.array(
  fc.record({ hides: fc.oneof(path, fc.constantFrom(...DETECTORS)), action, below: fc.constant('manager' as const) }),
  { minLength: 1, maxLength: 5 },
);

/** JSON text as publishers write it: spaces, escapes, repeated members, numbers that no parser preserves. */
const { value } = fc.letrec<{ value: string }>((tie) => {
  const space = fc.constantFrom('', ' ', '\n ');
  const text = fc.oneof(
    fc.string().map((one) => JSON.stringify(one)),
    fc.constantFrom(String.raw`"\u0061"`, '"***"'),
  );
  const key = name.chain((one) => fc.constantFrom(JSON.stringify(one), escaped(one)));
  const member = fc.tuple(space, key, space, tie('value')).map(([a, k, b, v]) => `${a}${k}${b}:${b}${v}${a}`);
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(text, fc.constantFrom('1e400', '12345678901234567890.10', 'true', 'null', '-0')),
      fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
    ),
  };
});
const escaped = (text: string): string =>
  `"${Array.from(text, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
const details = fc
  .tuple(fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }), fc.string())
  .map(
    ([members, message]) =>
      `{${[...Object.entries(members).map(([key, one]) => `${JSON.stringify(key)}:${one}`), `"message":${JSON.stringify(message)}`].join(',')}}`,
  );

const EMAILS = ['jane@example.com', 'jürgen.o+x@müller.example', "o'neil_1@a-b.co", 'jane%40example.com'];
const IBANS = ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'gb82west12345698765432', 'NO9386011117947'];
const CARDS = ['4111111111111111', '4111 1111 1111 1111', '378282246310005', '5555-5555-5555-4444'];
const TOKENS = ['Bearer abcdefgh.ijkl', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'];
const SECRETS = { email: EMAILS, iban: IBANS, card: CARDS, token: TOKENS };

describe('redaction', () => {
  it('hides a field and leaves every other byte unchanged', () => {
    const text = '{ "message":"ok", "customer" : {"email":"jane@x.y", "n": 12345678901234567890.10 } }';
    expect(redacted(text, rule('/customer/email')).details).toBe(text.replace('jane@x.y', MASK));
    expect(redacted(text, rule('/customer/email', 'remove')).details).toBe(
      '{ "message":"ok", "customer" : {"n": 12345678901234567890.10 } }',
    );
    expect(redacted(text, rule('/customer', 'remove')).details).toBe('{ "message":"ok" }');
    expect(redacted(text, rule('/customer/other')).details).toBe(text);
  });

  it('hides values in list items, in repeated members, and in members whose names contain escapes', () => {
    const text = String.raw`{"items":[{"iban":"A1"},[{"iban":"A2"}]],"it\u0065ms":{"iban":"A3"},"message":""}`;
    expect(redacted(text, rule('/items/*/iban')).details).toBe(
      String.raw`{"items":[{"iban":"***"},[{"iban":"***"}]],"it\u0065ms":{"iban":"A3"},"message":""}`,
    );
    expect(redacted(text, rule('/items/iban')).details).not.toMatch(/A\d/);
    expect(redacted('{"items":["A","B"],"message":""}', rule('/items/*', 'remove')).details).toBe(
      '{"items":[],"message":""}',
    );
  });

  it('keeps JSON valid, and leaves its own output unchanged', () => {
    fc.assert(
      fc.property(details, rules, (text, some) => {
        const once = redacted(text, ...some);
        expect(() => JSON.parse(once.details) as unknown).not.toThrow();
        expect(typeof (JSON.parse(once.details) as { message: unknown }).message).toBe('string');
        expect(redacted(once.details, ...some).details).toBe(once.details);
        if (once.hidden.length === 0) expect(once.details).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('hides the value at a hidden path, even in nested lists and repeated members', () => {
    const secret = 'S3CR3T';
    fc.assert(
      fc.property(details, action, fc.nat(3), (text, does, lists) => {
        const own = `${'['.repeat(lists)}{"iban":"${secret}"}${']'.repeat(lists)}`;
        const whole = text.replace(/\}$/, `,"held": ${own}, "held":{"iban": {"x":["${secret}"]}}}`);
        const { details: shown, hidden } = redacted(whole, rule('/held/iban', does));
        expect(shown).not.toContain(secret);
        expect(hidden).toEqual(['/held/iban']);
        expect(memberText(shown, 'message')).toBe(memberText(whole, 'message'));
      }),
    );
  });

  it.each(DETECTORS)('hides every %s that a detector finds in a message', (detector) => {
    const around = fc.oneof(fc.constantFrom('', ' ', 'to ', ': "', ')', 'é ', ' 12 ', '(', '[email]'), fc.string());
    fc.assert(
      fc.property(around, fc.constantFrom(...SECRETS[detector]), around, action, (before, secret, after, does) => {
        // A letter or digit directly before or after the value would make the value part of a longer word.
        fc.pre(!/[\p{L}\p{N}.%@-]$/u.test(before.trimEnd()) || before.endsWith('to ') || before.endsWith(' 12 '));
        fc.pre(!/^[\p{L}\p{N}.+@-]/u.test(after));
        const all = new Map(DETECTORS.map((one) => [one, does] as const));
        const { text, hidden } = redactText(`${before} ${secret} ${after}`, { detectors: all, token });
        const core = secret.replace('Bearer ', '');
        expect(text).not.toContain(core);
        expect(hidden).toContain(detector);
        expect(redactText(text, { detectors: all, token }).text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves numbers and words without a valid check digit unchanged', () => {
    const all = new Map(DETECTORS.map((one) => [one, 'mask'] as const));
    const plain = 'Order 4111111111111112 of 1732805123456, DE89370400440532013001, @jane, a@b, payrun.finished';
    expect(redactText(plain, { detectors: all, token }).text).toBe(plain);
  });

  it('maps equal values to equal hashes in fields and in messages', () => {
    const text = '{"a":"jane","b":["jane","joe"],"message":"of jane@x.yz and JANE@x.yz"}';
    const { details: shown } = redacted(text, rule('/a', 'hash'), rule('/b/*', 'hash'), rule('email', 'hash'));
    const { a, b, message } = JSON.parse(shown) as { a: string; b: string[]; message: string };
    expect(b[0]).toBe(a);
    expect(b[1]).not.toBe(a);
    expect(message).toMatch(/^of \[email (\S+)\] and \[email \1\]$/);
  });

  it("hides a whole message, or a detector's matches in a message", () => {
    const redaction = redactionOf([rule('/message', 'remove')], token);
    expect(redaction && redactMessage('Jane', redaction)).toBe(MASK);
    const cards = redactionOf([rule('card')], token);
    expect(cards && redactMessage('paid by 4111111111111111', cards)).toBe('paid by [card]');
  });

  it('takes linear time on hostile input', () => {
    const size = 64 * 1024;
    const hostile = [
      'a@',
      '%40',
      'DE89',
      '4 ',
      'eyJ',
      'bearer ',
      'bearer:',
      '1-',
      '[',
      '"',
      'a.',
      'DE893704004405320130',
    ];
    const all = DETECTORS.map((one) => rule(one, 'hash'));
    const began = performance.now();
    for (const one of hostile)
      redacted(`{"message":${JSON.stringify(one.repeat(size / one.length))}}`, ...all, rule('/a/b/c'));
    for (const open of ['{"a":', '[', '{"a":[', '{"a', '{,', '"\\'])
      redacted(open.repeat(size / open.length), ...all, rule('/a/*/a/a'), rule('/a', 'remove'));
    redacted(`{"message":"","a":${'['.repeat(size)}${']'.repeat(size)}}`, rule('/a/b'));
    redacted(`{"message":"",${'"a":1,'.repeat(size / 6)}"a":1}`, rule('/a', 'remove'));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('a privacy rule', () => {
  it('hides a field only from roles below the role in `below`', () => {
    const roles = (['viewer', 'operator', 'manager', 'admin'] as const).filter((role) => hidesFrom(rule('/a'), role));
    expect(roles).toEqual(['viewer', 'operator']);
  });

  it('hides a field and everything in it from searches', () => {
    const redaction = redactionOf([rule('/items/*/iban'), rule('/customer')], token);
    const isHidden = (...field: string[]) => redaction !== null && hidesField(redaction, field);
    expect([isHidden('items', 'iban'), isHidden('items', 'iban', 'x'), isHidden('customer', 'email')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isHidden('items'), isHidden('customers'), isHidden('items', 'ibans')]).toEqual([false, false, false]);
  });

  it.each(['', '/', 'customer', '/a//b', '/items/0', '/subject', '/environment', '/a\u0001', '/~2', 'phone', '/a/'])(
    'rejects %j',
    (hides) => {
      expect(PrivacyRule.safeParse({ hides, action: 'mask', below: 'manager' }).success).toBe(false);
    },
  );
});
