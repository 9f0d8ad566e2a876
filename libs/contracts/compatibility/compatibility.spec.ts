import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { unreadable } from './differences.ts';
import { broken, contractsOfLastRelease } from './release.ts';
import { contractsOfSources, type Contracts } from './topics.ts';

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' });
const contracts = (schema: z.ZodType, writers: 'product' | 'publishers' = 'product'): Contracts => ({
  topic: { writers, schema: schemaOf(schema) },
});
const BEFORE = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(['open', 'closed']),
  note: z.string().optional(),
});
const changed = (change: z.ZodRawShape) => BEFORE.extend(change);

describe('the comparison of topic contracts', () => {
  it('finds no incompatibility between the last release and the current sources', () => {
    expect(broken(contractsOfLastRelease(), contractsOfSources())).toEqual([]);
    expect(Object.keys(contractsOfLastRelease())).not.toEqual([]);
  });

  it.each([
    ['a new optional field', changed({ more: z.number().optional() }), []],
    ['a new required field', changed({ more: z.number() }), ['more is needed by readers and may be missing']],
    ['a removed field', BEFORE.omit({ name: true }), ['readers of the release before: name is needed by readers']],
    [
      'a required field that becomes optional',
      changed({ name: z.string().optional() }),
      ['before: name is needed by readers and may'],
    ],
    [
      'an optional field that becomes required',
      changed({ note: z.string() }),
      ['records of the release before: note is needed'],
    ],
    [
      'a field of another type',
      changed({ id: z.string() }),
      ['before: id is written as integer, read as string', 'id is written as string'],
    ],
    [
      'a field that may now be null',
      changed({ name: z.string().nullable() }),
      ['readers of the release before: name is written as'],
    ],
    [
      'an additional enum value',
      changed({ state: z.enum(['open', 'closed', 'muted']) }),
      ['readers of the release before: state: readers do not know muted'],
    ],
    [
      'a removed enum value',
      changed({ state: z.enum(['open']) }),
      ['records of the release before: state: readers do not know closed'],
    ],
    [
      'a new maximum length',
      changed({ name: z.string().max(10) }),
      ['records of the release before: name: maxLength is 10 for readers, undefined for writers'],
    ],
    [
      'a new pattern',
      changed({ name: z.string().regex(/^a/) }),
      ['records of the release before: name: pattern is "^a" for readers only'],
    ],
    [
      'an object without additional fields',
      z.strictObject(BEFORE.omit({ note: true }).shape),
      ['records of the release before: note is not allowed'],
    ],
  ])('reports the incompatibilities of %s', (_, after, reasons) => {
    const found = broken(contracts(BEFORE), contracts(after));
    expect(found).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
  });

  it('reports a removed topic, and lets a contract for publishers become less strict, but not stricter', () => {
    expect(broken(contracts(BEFORE), {})).toEqual([expect.stringContaining('topic: is gone')]);
    const looser = contracts(changed({ state: z.enum(['open', 'closed', 'muted']) }), 'publishers');
    expect(broken(contracts(BEFORE, 'publishers'), looser)).toEqual([]);
    expect(broken(looser, contracts(BEFORE, 'publishers'))).toEqual([expect.stringContaining('do not know muted')]);
  });

  it('reports no difference only if readers accept every record of the writer', () => {
    const field = fc.record({
      kind: fc.constantFrom('int', 'enum', 'text', 'list'),
      bound: fc.integer({ min: 0, max: 3 }),
      isNullable: fc.boolean(),
      isOptional: fc.boolean(),
    });
    type Field = { kind: string; bound: number; isNullable: boolean; isOptional: boolean };
    const typeOf = ({ kind, bound, isNullable, isOptional }: Field): z.ZodType => {
      const kinds: Record<string, z.ZodType> = {
        int: z.int().min(bound),
        enum: z.enum(['a', 'b', 'c', 'd'].slice(0, bound + 1)),
        text: z.string().max(bound),
        list: z.array(z.int().max(bound)).min(1),
      };
      const type = kinds[kind] ?? z.never();
      const nullable = isNullable ? type.nullable() : type;
      return isOptional ? nullable.optional() : nullable;
    };
    const objects = fc.dictionary(fc.constantFrom('x', 'y'), field, { maxKeys: 2 });
    const values = fc.constantFrom<unknown>(
      undefined,
      null,
      0,
      1,
      2,
      3,
      9,
      'a',
      'b',
      'c',
      'd',
      '',
      'aa',
      'aaa',
      [0],
      [2],
      [3],
      [],
    );
    let readable = 0;
    fc.assert(
      fc.property(objects, objects, fc.array(fc.tuple(values, values), { minLength: 30 }), (reads, writes, samples) => {
        const [reader, writer] = [reads, writes].map((fields) =>
          z.object(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, typeOf(one)]))),
        ) as [z.ZodObject, z.ZodObject];
        if (unreadable(schemaOf(reader), schemaOf(writer)).length > 0) return;
        readable += 1;
        for (const [x, y] of samples) {
          // A writer never writes fields that it does not know.
          const written = writer.safeParse({ x, y });
          if (written.success) expect(reader.safeParse(written.data).success).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(readable).toBeGreaterThan(100);
  });
});
