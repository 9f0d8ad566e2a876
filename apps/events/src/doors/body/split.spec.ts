import { describe, expect, it, jest } from '@jest/globals';
import { Problem } from '@portico/service';
import fc from 'fast-check';
import type { Framing } from './framing.ts';
import { split } from './split.ts';

const textsOf = async (body: string | Buffer, form: Framing['form'] = 'value'): Promise<(string | null)[]> =>
  (await split(Buffer.from(body), form)).map((value) => ('text' in value ? value.text : null));
const problemOf = async (body: string | Buffer, form: Framing['form'] = 'value'): Promise<Problem> => {
  try {
    await split(Buffer.from(body), form);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('it was split');
};
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('split', () => {
  it('returns each element of an array as text', async () => {
    expect(await textsOf(' [ {"a": 1.0 , "a":1e400}\n,\t[1 ,2],"]," ,-0, null ] ')).toEqual([
      '{"a": 1.0 , "a":1e400}',
      '[1 ,2]',
      '"],"',
      '-0',
      'null',
    ]);
    expect(await textsOf('[ ]')).toEqual([]);
  });

  it('accepts and rejects the same arrays as JSON.parse', async () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '1',
      'null',
      ' ',
      '\n',
      '"',
      '\\',
      'x',
      '-',
      '{"a":1}',
      '[]',
      '"]"',
      '1.5e3',
    );
    const broken = fc.array(pieces, { maxLength: 12 }).map((some) => `[${some.join('')}`);
    const sound = fc.array(fc.json(), { maxLength: 5 }).map((some) => `[${some.join(' , ')}]`);
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          broken,
          sound,
          broken.map((text) => `${text}]`),
        ),
        async (text) => {
          if (!isJson(text)) return expect(await problemOf(text)).toMatchObject({ code: 'malformed_request' });
          const items = JSON.parse(text) as unknown[];
          expect((await textsOf(text)).map((item) => JSON.stringify(JSON.parse(item ?? '')))).toEqual(
            items.map((item) => JSON.stringify(item)),
          );
          taken += 1;
        },
      ),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it.each([
    ['[{},\n {"a":tru}]', '/1', 'see line 2, column 2'],
    ['[1 2]', '/0', 'see line 1, column 4'],
    ['[1,]', '/1', 'see line 1, column 4'],
    ['[1', '/0', 'it is incomplete'],
    ['[1] x', '/0', 'see line 1, column 5'],
    ['["a', '/0', ''],
  ])('reports the position of the syntax error in %s', async (text, pointer, place) => {
    const { message, faults } = await problemOf(text);
    expect(faults).toEqual([{ pointer, message }]);
    expect(message).toContain(place);
  });

  it('returns one event per line, and skips blank lines', async () => {
    expect(await textsOf('\n{"a":1}\r\n \n[2]\n\n x \n3', 'lines')).toEqual(['{"a":1}', '[2]', null, '3']);
    expect(await textsOf('\n \r\n', 'lines')).toEqual([]);
  });

  it('returns invalid JSON, invalid UTF-8 and long values as bytes', async () => {
    const lines = Buffer.concat([Buffer.from('{}\n'), Buffer.from([0x22, 0xff, 0x22]), Buffer.from('\n{"a"')]);
    expect(await split(lines, 'lines')).toEqual([
      { text: '{}', json: {} },
      { bytes: Buffer.from([0x22, 0xff, 0x22]) },
      { bytes: Buffer.from('{"a"') },
    ]);
    expect(await textsOf(`[1,"${'é'.repeat(32_768)}"]`)).toEqual(['1', null]);
    expect(await textsOf('[1]', 'event')).toEqual(['[1]']);
  });

  it('accepts 500 events, and rejects 501', async () => {
    expect(await textsOf(`[${Array(500).fill('1').join(',')}]`)).toHaveLength(500);
    expect((await problemOf(`[${Array(501).fill('1').join(',')}]`)).code).toBe('payload_too_large');
    expect((await problemOf('1\n'.repeat(501), 'lines')).code).toBe('payload_too_large');
  });

  it('rejects a batch that is not an array, an empty body, and an array with invalid UTF-8', async () => {
    expect((await problemOf('{}', 'array')).message).toBe('The body should be an array of events');
    expect((await problemOf(' \n')).message).toBe('The body is empty');
    expect((await problemOf(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).message).toBe('The body is not UTF-8');
  });

  it('skips a byte order mark in front of a body', async () => {
    const mark = '\uFEFF';
    expect(await textsOf(`${mark}{"a":1}`)).toEqual(['{"a":1}']);
    expect(await textsOf(`${mark} [1, 2]`, 'array')).toEqual(['1', '2']);
    expect(await textsOf(`${mark}{"a":1}\r\n{"a":2}`, 'lines')).toEqual(['{"a":1}', '{"a":2}']);
    expect((await problemOf(mark)).message).toBe('The body is empty');
  });

  it('skips any number of blank lines at once', async () => {
    const blank = '\n'.repeat(8 * 1024 * 1024);
    expect((await problemOf(`[1,${blank}x]`)).message).toContain(`see line ${blank.length + 1}, column 1`);
    expect((await problemOf(blank)).message).toBe('The body is empty');
    // Reading a line calls `subarray`. Few calls show that the reader skips many blank lines at once.
    const cut = jest.spyOn(Buffer.prototype, 'subarray');
    const values = await split(Buffer.from(`1${'\n'.repeat(10_000)}2`), 'lines');
    const cuts = cut.mock.calls.length;
    cut.mockRestore();
    expect(values).toMatchObject([{ text: '1' }, { text: '2' }]);
    expect(cuts).toBeGreaterThan(1);
    expect(cuts).toBeLessThan(10);
  });

  it('takes linear time for long or deeply nested bodies', async () => {
    const began = performance.now();
    expect(await textsOf('['.repeat(10_000) + ']'.repeat(10_000))).toHaveLength(1);
    expect((await problemOf('['.repeat(8 * 1024 * 1024))).code).toBe('malformed_request');
    expect((await problemOf('["'.repeat(1024 * 1024))).code).toBe('malformed_request');
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
