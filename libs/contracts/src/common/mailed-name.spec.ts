import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasAddress, MailedName, withoutLinks } from './mailed-name.ts';

const accepts = (name: string): boolean => MailedName.safeParse(name).success;
const RUNS = { numRuns: 500 };

describe('the name of a person or an organization', () => {
  it.each([
    'Yahoo! Inc.',
    'St. Mary',
    'A.B. Smith',
    'J.R.R. Tolkien',
    'Dr.Smith',
    'ดร.สมชาย',
    'Müller GmbH & Co.KG',
    'S.A.P.',
    'Verein der Freunde e.V.',
    'Ph.D. Jane Doe, M.Sc.',
    'AT&T: West / East',
    'Team 3.5',
    '3:2 Partners',
    "O'Brien @ Sons",
    'www',
  ])('may be %s', (name) => expect(accepts(name)).toBe(true));

  it.each([
    'Unlock at https://evil.test/unlock',
    'HTTPS://EVIL.TEST',
    'mailto:x@y',
    'javascript://alert',
    'www.evil',
    'evil.test/login',
    'Evil.Test/login',
    'EVIL.COM',
    'Booking.com',
    'x@y',
    'Jane (jane@evil.test)',
    'evil．test',
    'evil。test',
    'evil\u200B.test',
    'e\u00ADvil.te\u2060st',
    'x＠y',
    'https：//evil',
  ])('is rejected with an explanation: %j', (name) => {
    const [issue] = MailedName.safeParse(name).error?.issues ?? [];
    expect(issue?.message ?? '').toContain('should not contain a web or e-mail address');
  });

  // spec: D.88
  it('is rejected if it contains a web or e-mail address at any position', () => {
    const address = fc.oneof(fc.webUrl(), fc.emailAddress(), fc.domain());
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'Ü', '.', '-', '!') });
    fc.assert(
      fc.property(words, address, words, (before, inside, after) => !accepts(`${before} ${inside} ${after}`)),
      RUNS,
    );
  });
});

describe('withoutLinks', () => {
  const PIECES = [
    'www',
    '.',
    '@',
    ':',
    '//',
    'https',
    'mailto',
    'evil',
    'a',
    'COM',
    'ö',
    '。',
    '\u200B',
    ' ',
    '9',
    '＠',
  ];
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

  it.each([
    ['Booking.com', 'Booking. com'],
    ['Unlock at https://evil.test/unlock', 'Unlock at https: //evil. test/unlock'],
    ['jane.doe@evil.test', 'jane. doe@ evil. test'],
    ['Dr.Smith', 'Dr. Smith'],
    ['Yahoo! Inc.', 'Yahoo! Inc.'],
    ['A.B. Smith', 'A.B. Smith'],
  ])('turns %s into %s', (name, mailed) => expect(withoutLinks(name)).toBe(mailed));

  it('removes every linkable address, and leaves its own output unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.emailAddress()), (name) => {
        const mailed = withoutLinks(name);
        expect(hasAddress(mailed)).toBe(false);
        expect(mailed).not.toMatch(/:\/\/|www\.\S|\S@\S|[\p{L}\p{N}]\.\p{L}{2}/iu);
        expect(withoutLinks(mailed)).toBe(mailed);
      }),
      RUNS,
    );
  });
});
