import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './parse.ts';
import { MAX_DEPTH, MAX_NAME_PATTERNS, MAX_TERMS, MAX_WHERE_LENGTH } from './limits.ts';

/** Queries by the beginning of their error message, with the fault in brackets. */
const MALFORMED: Readonly<Record<string, readonly string[]>> = {
  'A parenthesis is not closed': ['⟦(⟧', '(a⟦⟧', '-⟦(⟧', 'a -(b⟦⟧', 'status:(FAILURE⟦⟧', 'event:(a OR b⟦⟧'],
  'This parenthesis was never opened': ['⟦)⟧', 'a⟦)⟧'],
  'These parentheses are empty': ['⟦()⟧', '⟦( )⟧', '-⟦()⟧'],
  'There should be a term after OR': ['(a OR⟦⟧', '(a OR⟦ ⟧)', 'a OR⟦⟧', 'a OR⟦ ⟧OR b', 'a OR⟦ ⟧AND b'],
  'There should be a term before OR': ['⟦OR⟧', '⟦OR⟧ a', '(⟦OR⟧ a)', 'a -(⟦OR⟧'],
  'There should be a term before AND': ['⟦AND⟧', '⟦AND⟧ a'],
  'There should be a term after AND': ['a AND⟦⟧', 'a AND ⟦⟧AND b', 'a AND ⟦⟧OR b'],
  'There should be a term after NOT': ['⟦NOT⟧', '⟦NOT⟧ NOT', 'a ⟦NOT⟧'],
  'There should be a term after the minus sign': ['⟦--⟧a', '⟦-N⟧OT a'],
  'A quotation mark is not closed': [
    '⟦"⟧',
    '⟦"a⟧',
    'a ⟦"b⟧',
    'a⟦"⟧',
    'a ⟦"⟧',
    'details.⟦"a:x⟧',
    String.raw`type:⟦"a\"⟧`,
  ],
  'A text should not be empty': ['⟦""⟧', '⟦" "⟧', 'a ⟦""⟧', '-⟦""⟧', '(⟦""⟧)'],
  'There should be a value here': [
    'status:⟦⟧',
    'status:⟦ ⟧',
    'status:⟦ ⟧FAILURE',
    'status:(⟦⟧)',
    'status:(⟦⟧',
    'status:(FAILURE OR⟦⟧',
    'status:(FAILURE OR ⟦⟧)',
    'status:(⟦⟧(FAILURE))',
    'severity:⟦⟧>',
    'severity:⟦⟧>=',
    'type:⟦⟧',
    'event:⟦⟧',
    'integration:⟦⟧',
    'message:⟦⟧',
    'trace:⟦⟧',
    'id:⟦⟧',
    'delay:⟦⟧>',
    'details.a:⟦⟧',
  ],
  'status is one of SUCCESS, FAILURE': [
    'status:⟦x⟧',
    'status:⟦fail⟧',
    'status:⟦"x"⟧',
    'status:(FAILURE OR ⟦x⟧)',
    'status:(⟦OR⟧)',
    'status:⟦:FAILURE⟧',
  ],
  'status cannot be compared with >': ['status:⟦>SUCCESS⟧'],
  'Values in parentheses should be separated by OR': [
    'status:(FAILURE ⟦S⟧UCCESS)',
    'status:(FAILURE ⟦A⟧ND SUCCESS)',
    'details.a:(1 ⟦2⟧)',
  ],
  'status has no inner fields, only details has': ['⟦status.a⟧:SUCCESS'],
  'severity is one of TRACE, DEBUG, INFO, WARN, ERROR, FATAL': [
    'severity:⟦x⟧',
    'severity:⟦>=x⟧',
    'severity:⟦=>WARN⟧',
    'severity:⟦>>WARN⟧',
    'severity:(WARN OR ⟦>=x⟧)',
    'severity:⟦><WARN⟧',
    'severity:⟦WARN..ERROR⟧',
  ],
  'type cannot be compared with >': ['type:⟦>a⟧'],
  'A value should not be empty': [
    'type:⟦""⟧',
    'type:(a OR ⟦""⟧)',
    'organization:⟦""⟧',
    'message:⟦""⟧',
    'id:⟦""⟧',
    'details.a:⟦""⟧',
  ],
  'type has no inner fields, only details has': ['⟦type."a"⟧:b'],
  'event cannot be compared with <=': ['event:⟦<=a⟧'],
  'integration cannot be compared with >': ['integration:⟦>5⟧'],
  'organization cannot be compared with <': ['organization:⟦<x⟧'],
  'organization has no inner fields, only details has': ['⟦organization.name⟧:x'],
  'message cannot be compared with >': ['message:⟦>x⟧'],
  'message has no inner fields, only details has': ['⟦message.a⟧:x'],
  'trace cannot be compared with >': ['trace:⟦>a⟧'],
  'id cannot be compared with >=': ['id:⟦>=1⟧'],
  'delay should be a time like 250ms, 30s, 5m, 2h or 1d': [
    'delay:⟦x⟧',
    'delay:⟦5⟧',
    'delay:⟦>5⟧',
    'delay:⟦>1⟧ m',
    'delay:⟦>1y⟧',
    'delay:⟦"a lot"⟧',
    'delay:⟦1h30m⟧',
    'delay:⟦>-⟧',
  ],
  'arrived should be a moment like 2026-11-28T09:00Z or 2026-11-28T10:00:00+01:00': [
    'arrived:⟦today⟧',
    'arrived:⟦>2026-11-28⟧',
    'arrived:⟦>=2026-11-28T09:00⟧',
    'arrived:⟦2026-13-28T09:00Z⟧',
    'arrived:⟦>"5m"⟧',
  ],
  'There should be a name after details': ['⟦details⟧:x', '⟦details⟧:*', '⟦details⟧:>5'],
  'A name in this path is empty, or should be in quotes': ['⟦details.:⟧x', '⟦details.a..b:⟧1', '⟦details.a.:⟧5'],
  '> can compare only numbers': [
    'details.a:⟦>x⟧',
    'details.a:⟦>"5"⟧',
    'details.a:⟦>true⟧',
    'details.a:⟦>1e999⟧',
    'details.a:(1 OR ⟦>x⟧)',
  ],
  'There is no field': [
    '⟦user⟧:7',
    '⟦source_id⟧:7',
    '⟦level⟧:error',
    '⟦http⟧://example.com',
    '⟦a⟧:b',
    '⟦a.b⟧:c',
    '⟦state⟧:(FAILURE OR SUCCESS)',
    'foo ⟦bar⟧:baz',
    '-⟦foo⟧:bar',
  ],
  'A text should not have the control character U+001F': ['⟦a\u001fb⟧'],
};
const cases = Object.entries(MALFORMED).flatMap(([message, queries]) =>
  queries.map((query) => [query, message] as const),
);

describe('a malformed query', () => {
  it('is tested with at least a hundred cases', () => expect(cases.length).toBeGreaterThanOrEqual(100));

  it.each(cases)('%s has the fault: %s', (marked, message) => {
    const [before = '', fault = ''] = marked.split(/[⟦⟧]/);
    const query = marked.replaceAll(/[⟦⟧]/g, '');
    const at = { from: before.length, to: before.length + fault.length };
    expect(parseQuery(query)).toEqual({ ok: false, fault: { message: expect.stringContaining(message), ...at } });
  });

  it.each([
    ['a'.repeat(MAX_WHERE_LENGTH + 1), 'A query should be at most 2000 characters long'],
    [
      Array.from({ length: MAX_TERMS + 1 }, (_, index) => `-a${index}`).join(' '),
      'A query should have at most 100 terms',
    ],
    [`${'-('.repeat(MAX_DEPTH)}a${')'.repeat(MAX_DEPTH)}`, 'Groups should be at most 20 deep'],
    [`${'-('.repeat(990)}a`, 'A parenthesis is not closed'],
  ])('is rejected for its size (case %#)', (query, message) => {
    expect(parseQuery(query)).toMatchObject({ ok: false, fault: { message } });
  });

  it('is rejected at the first name pattern beyond the limit', () => {
    const names = Array.from({ length: MAX_NAME_PATTERNS }, (_, index) => `a${index}*`);
    const most = `integration:(${names.join(' OR ')}) A0* -(integration:(A0* OR b OR "c*" OR *) OR organization:x)`;
    expect(parseQuery(most)).toMatchObject({ ok: true });
    const message = 'A query should have at most 20 different names with * of integrations and organizations';
    const at = { from: most.length + ' -Organization:'.length, to: most.length + ' -Organization:a0*'.length };
    expect(parseQuery(`${most} -Organization:a0*`)).toEqual({ ok: false, fault: { message, ...at } });
  });
});
