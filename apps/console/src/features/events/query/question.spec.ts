import { describe, expect, it } from '@jest/globals';
import { isValue } from '@portico/contracts/query/edit';
import type { ParameterField } from '@portico/contracts/query/fields';
import { boxText, chosen, chosenOf, edited, questionOf, readTyped, toFilter, type Edit } from './question.ts';
import type { EventsFilter } from '../events-search.ts';

const apply = (filter: EventsFilter, ...edits: [Edit, ParameterField, string | number][]): EventsFilter =>
  edits.reduce<EventsFilter>(
    (known, [edit, field, value]) => ({ ...known, ...edited(known, edit, isValue(field, value)) }),
    filter,
  );
/** The filter without absent parameters, as in a URL. */
const address = (filter: EventsFilter): unknown => JSON.parse(JSON.stringify(filter));

describe('the text of the search box', () => {
  it.each([
    ['bank refused', true],
    ['payrun.done', true],
    ['a - b', true],
    ['ORDER', true],
    ['-bank', false],
    ['a OR b', false],
    ['NOT', false],
    ['type:bank', false],
    ['"bank"', false],
    ['(bank', false],
    ['Error: refused', true],
    ['x'.repeat(201), false],
  ])('"%s" is plain text, not a query: %s', (text, expected) => {
    const read = readTyped(text);
    expect('change' in read && read.change.query === text).toBe(expected);
  });

  it('is the text of an old link, in quotes if it would now be a query', () => {
    expect(boxText({ query: 'bank refused' })).toBe('bank refused');
    expect(boxText({ query: 'type:"x"' })).toBe(String.raw`"type:\"x\""`);
    expect(boxText({ query: 'bank', where: 'status:FAILURE' })).toBe('"bank" status:FAILURE');
    expect(boxText({ where: 'a OR b' })).toBe('a OR b');
    expect(boxText({})).toBe('');
  });

  it('parses to the query in the URL', () => {
    for (const filter of [
      { query: 'type:"x"' },
      { query: 'bank refused' },
      { query: 'a', where: 'b -status:FAILURE' },
    ]) {
      const read = readTyped(boxText(filter));
      expect('change' in read && questionOf(read.change)).toEqual(questionOf(filter));
    }
  });

  it('reports an error with its position', () => expect(readTyped('a OR ')).toMatchObject({ fault: { from: 4 } }));
});

describe('a facet value', () => {
  it('is a URL parameter while it is the only selected value of its field', () => {
    expect(address(apply({ query: 'bank' }, ['include', 'status', 'FAILURE']))).toEqual({
      query: 'bank',
      status: 'FAILURE',
    });
    expect(address(apply({}, ['include', 'organization', 4]))).toEqual({ organization: 4 });
    expect(address(apply({}, ['include', 'status', 'FAILURE'], ['include', 'status', 'FAILURE']))).toEqual({});
  });

  it('moves from the facet to the query when a second value is selected, and back when one value remains', () => {
    const two = apply({ query: 'bank' }, ['include', 'type', 'a'], ['include', 'type', 'b c']);
    expect(address(two)).toEqual({ where: 'bank type:(a OR "b c")' });
    expect(address(apply(two, ['include', 'type', 'a']))).toEqual({ query: 'bank', type: 'b c' });
    expect(address(apply(two, ['any', 'type', 'a']))).toEqual({ query: 'bank' });
  });

  it('is excluded in the query, next to other fields', () => {
    const excluded = apply({ status: 'FAILURE' }, ['exclude', 'severity', 'DEBUG'], ['exclude', 'severity', 'TRACE']);
    expect(address(excluded)).toEqual({ status: 'FAILURE', where: '-severity:(DEBUG OR TRACE)' });
    expect(address(apply(excluded, ['include', 'severity', 'DEBUG']))).toEqual({
      status: 'FAILURE',
      where: 'severity:DEBUG -severity:TRACE',
    });
    expect(address(apply(excluded, ['only', 'severity', 'ERROR']))).toEqual({ status: 'FAILURE', severity: 'ERROR' });
    expect(address(apply({ status: 'FAILURE' }, ['exclude', 'status', 'FAILURE']))).toEqual({
      where: '-status:FAILURE',
    });
  });

  it('preserves characters with a meaning in queries', () => {
    for (const value of ['*', '#7', 'a*b', '"', 'OR', '(x)', 'a:b']) {
      const two = apply({}, ['include', 'event', value], ['include', 'event', 'other']);
      const { included } = chosenOf(two, { field: 'event', path: [] });
      expect(included.map((is) => is.value)).toEqual([value, 'other']);
      expect(address(apply(two, ['include', 'event', 'other']))).toEqual({ event: value });
    }
  });

  it('is added to the term about its field in a typed query', () => {
    const byHand = { where: 'event:pay* (type:a OR status:FAILURE)' };
    expect(address(apply(byHand, ['include', 'event', 'x']))).toEqual({
      where: '(type:a OR status:FAILURE) event:(pay* OR x)',
    });
  });

  it('replaces all values of its field when selected as the only value', () => {
    const two = apply({}, ['include', 'status', 'FAILURE'], ['include', 'status', 'SUCCESS']);
    expect(address({ ...two, ...chosen(two, 'status', 'FAILURE') })).toEqual({ status: 'FAILURE' });
    expect(address({ ...two, ...chosen(two, 'status', undefined) })).toEqual({});
  });
});

it('plain text becomes a text search, or a quoted query if it would otherwise be parsed as a query', () => {
  expect(address(toFilter({ kind: 'text', text: 'bank' }))).toEqual({ query: 'bank' });
  expect(address(toFilter({ kind: 'text', text: 'a:b' }))).toEqual({ where: '"a:b"' });
  expect(address(toFilter(null))).toEqual({});
});
