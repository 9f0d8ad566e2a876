import { describe, expect, it } from '@jest/globals';
import { applyMapping, type Mapped, Mapping, valueAt } from './mapping.ts';

const RUN = {
  workflow_run: { name: 'deploy', conclusion: 'timed_out', id: 7, at: '2026-05-01T10:00:00Z' },
  level: 'warn',
};

describe('a mapping', () => {
  it.each<[string, Mapping, unknown, Partial<Mapped>]>([
    ['text', { name: '/workflow_run/name' }, RUN, { name: 'deploy', places: { name: '/workflow_run/name' } }],
    ['a number as text', { id: '/workflow_run/id' }, RUN, { id: '7' }],
    ['an element of a list', { subject: '/orders/1/no' }, { orders: [{}, { no: 'A-2' }] }, { subject: 'A-2' }],
    ['an escaped name', { name: '/a~1b/~0c' }, { 'a/b': { '~c': 'x' } }, { name: 'x' }],
    ['an object as a message', { message: '/workflow_run' }, { workflow_run: { a: 1 } }, { message: '{"a":1}' }],
    ['a value that cannot be a name, unchanged', { name: '/a' }, { a: [1] }, { name: [1] }],
    ['a time in seconds', { time: '/t' }, { t: 1_700_000_000 }, { time: '2023-11-14T22:13:20.000Z' }],
    ['a time in milliseconds', { time: '/t' }, { t: 1_700_000_000_000 }, { time: '2023-11-14T22:13:20.000Z' }],
    ['a time in seconds as text', { time: '/t' }, { t: '1700000000.5' }, { time: '2023-11-14T22:13:20.500Z' }],
    ['a time as ISO 8601', { time: '/workflow_run/at' }, RUN, { time: '2026-05-01T10:00:00Z' }],
    [
      'a choice in its table of values',
      { result: { pointer: '/workflow_run/conclusion', values: { timed_out: 'FAILURE' } } },
      RUN,
      { result: 'FAILURE' },
    ],
    [
      'a choice for a boolean',
      { result: { pointer: '/ok', values: { false: 'FAILURE' } } },
      { ok: false },
      { result: 'FAILURE' },
    ],
    ['a choice without a table, ignoring case', { severity: { pointer: '/level' } }, RUN, { severity: 'WARN' }],
  ])('finds %s', (_, mapping, data, expected) => {
    expect(applyMapping(Mapping.parse(mapping), data)).toMatchObject(expected);
  });

  it.each<[string, Mapping, unknown]>([
    ['a pointer without a target', { name: '/a/b/c', time: '/t' }, { a: { b: 'text' } }],
    ['null', { name: '/a' }, { a: null }],
    ['a member that every object inherits', { name: '/constructor/name', subject: '/toString' }, {}],
    ['a value that the table does not contain', { result: { pointer: '/a', values: { b: 'FAILURE' } } }, { a: 'c' }],
    ['an inherited member of the table', { result: { pointer: '/a', values: {} } }, { a: 'toString' }],
    ['data that is not an object', { name: '/a' }, 'text'],
  ])('finds nothing for %s', (_, mapping, data) => {
    const { places: _places, ...found } = applyMapping(Mapping.parse(mapping), data);
    expect(Object.values(found).filter((value) => value !== undefined)).toEqual([]);
  });

  it.each([
    { name: 'type' },
    { name: '/a~2' },
    { result: { values: { a: 'MAYBE' } } },
    { time: `/${'a'.repeat(300)}` },
  ])('rejects %j', (mapping) => {
    expect(Mapping.safeParse(mapping).success).toBe(false);
  });
});

it('resolves a JSON pointer to a member of a document', () => {
  expect(valueAt(RUN, '/workflow_run/conclusion')).toBe('timed_out');
});
