import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod/mini';
import { AccountEmail, Email } from './fields.ts';

const Form = z.object({ billingEmail: Email });
const read = (billingEmail: unknown) => Form.safeParse({ billingEmail });

describe('the e-mail schema', () => {
  it.each([
    ['Anna@Portico.test', 'anna@portico.test'],
    ["o'brien@acme.test", "o'brien@acme.test"],
    ['anna+tag_1@sub.acme.co.uk', 'anna+tag_1@sub.acme.co.uk'],
    ['anna@xn--80a1acny.xn--p1ai', 'anna@xn--80a1acny.xn--p1ai'],
    ['Anna@XN--80A1ACNY.XN--P1AI', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@почта.рф', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@ПОЧТА.РФ', 'anna@xn--80a1acny.xn--p1ai'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@bu\u0308cher.example', 'anna@xn--bcher-kva.example'],
    ['anna@Bücher.Example', 'anna@xn--bcher-kva.example'],
    ['anna@straße.example', 'anna@xn--strae-oqa.example'],
    ['anna@例え。テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['anna@xn--mnchen-3ya.de', 'anna@xn--mnchen-3ya.de'],
  ])('normalizes %s to %s', (typed, stored) => {
    expect(read(typed)).toMatchObject({ data: { billingEmail: stored } });
    expect(read(stored)).toMatchObject({ data: { billingEmail: stored } });
  });

  it.each([
    'jörg@acme.test',
    'jo\u0308rg@acme.test',
    'анна@почта.рф',
    '安娜@acme.test',
    '\u212aarl@acme.test',
    '\uff41nna@acme.test',
  ])('rejects %s because of its letters before the @', (typed) => {
    const message =
      'Billing email should have only the letters a to z before the @, because mail servers accept no others';
    expect(read(typed).error?.issues).toMatchObject([{ message, path: ['billingEmail'] }]);
  });

  it.each([
    '',
    'anna',
    '@acme.test',
    'anna@',
    'anna@acme',
    'anna@acme.t',
    'anna@acme.t3',
    'anna@-acme.test',
    'anna@acme-.test',
    'anna@acme..test',
    '.anna@acme.test',
    'an..na@acme.test',
    'an na@acme.test',
    ' anna@acme.test',
    'anna@acme.test ',
    'anna@acme.test\n',
    'anna@acme.test:80',
    'anna@acme.test/x',
    'anna@почта.рф:80',
    'anna@почта.рф/x',
    'anna@почта.рф?x',
    'anna@%d0%bf.рф',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    'anna@xn--\u00fc.example',
    'a@b@acme.test',
    'anna@bücher',
    '"jörg"@acme.test',
    undefined,
    7,
  ])('rejects %j', (typed) => {
    expect(read(typed).error?.issues).toMatchObject([{ message: 'Billing email should be a valid email' }]);
  });

  it('normalizes every spelling to one ASCII form, and leaves this form unchanged', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      'ü',
      'u\u0308',
      'п',
      'ß',
      '例',
      '-',
      '.',
      '。',
      'xn--',
      '@',
      ' ',
      '/',
      '%',
      '1',
    );
    const typed = fc.array(part, { maxLength: 10 }).map((parts) => `anna@${parts.join('')}.рф`);
    fc.assert(
      fc.property(typed, (text) => {
        const { data } = read(text);
        if (!data) return;
        expect(data.billingEmail).toMatch(/^anna@[a-z0-9.-]+$/);
        expect(read(data.billingEmail).data).toEqual(data);
        expect(read(text.normalize('NFD')).data).toEqual(data);
      }),
    );
  });
});

describe('the account e-mail schema', () => {
  it.each([
    ['Anna@Portico.test', 'anna@portico.test'],
    ['Jürgen@corp.test', 'jürgen@corp.test'],
    ['JU\u0308RGEN@corp.test', 'jürgen@corp.test'],
    ['АННА@ПОЧТА.РФ', 'анна@xn--80a1acny.xn--p1ai'],
    ['ops!#$%&*/=?^{|}~@corp.test', 'ops!#$%&*/=?^{|}~@corp.test'],
    ['Root@Intranet', 'root@intranet'],
  ])('normalizes %s to %s', (typed, stored) => {
    expect(AccountEmail.parse(typed)).toBe(stored);
    expect(AccountEmail.parse(stored)).toBe(stored);
  });

  it.each([
    '',
    '@corp.test',
    'anna@',
    '\u212aarl@corp.test',
    'jürgen\u212a@corp.test',
    '.ü@corp.test',
    'ü..a@corp.test',
    'ü @corp.test',
    'ü,eve@corp.test',
    'ü<eve@corp.test>',
    'ü@corp.test\r\nBcc: eve@corp.test',
    '"ü"@corp.test',
    'ü@eve@corp.test',
    'root@-intranet',
    'root@127.0.0.1',
  ])('rejects %j', (typed) => {
    expect(AccountEmail.safeParse(typed).success).toBe(false);
  });

  it("returns the e-mail schema's result for each address that the e-mail schema accepts, and turns no other address into an accepted one", () => {
    const part = fc.constantFrom('a', 'K', '\u212a', 'ü', 'u\u0308', 'İ', 'ß', '.', '!', ' ', '@', ',');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const typed = `${parts.join('')}@corp.test`;
        const [mail, account] = [Email.safeParse(typed), AccountEmail.safeParse(typed)];
        if (mail.success) expect(account.data).toBe(mail.data);
        else if (account.success) expect(Email.safeParse(account.data).success).toBe(false);
      }),
    );
  });
});
