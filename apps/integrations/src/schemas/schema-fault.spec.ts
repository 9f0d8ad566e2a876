import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '@portico/contracts/http/event-schemas';
import fc from 'fast-check';
import { schemaFault } from './schema-fault.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const nested = (levels: number): JsonSchema => (levels === 0 ? {} : { not: nested(levels - 1) });

describe('a schema', () => {
  it.each<JsonSchema>([
    {},
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'https://acme.test/payrun', type: 'object' },
    {
      $schema: DRAFT_07,
      definitions: { a: { type: ['string', 'null'] } },
      properties: { x: { $ref: '#/definitions/a' } },
    },
    { $defs: { 'a/b %': true }, properties: { x: { $ref: '#/$defs/a~1b%20%25' }, again: { $ref: '#' } } },
    { properties: { $ref: { type: 'string' }, pattern: { type: 'string' }, $id: true } },
    { const: { $ref: 'https://acme.test/', pattern: '(' }, examples: [{ $dynamicRef: '#x' }] },
    { pattern: '^(a+)+$', patternProperties: { '^x-': { minLength: 1 } }, 'x-own': { of: 'the author' } },
    nested(63),
  ])('is usable: %j', (schema) => {
    expect(schemaFault(schema)).toBeNull();
  });

  it.each<[pointer: string, message: RegExp, schema: JsonSchema]>([
    ['/type', /^type should be equal to one of the allowed values: .*string/, { type: 'strng' }],
    ['/properties/amount/minimum', /^minimum should be number$/, { properties: { amount: { minimum: '0' } } }],
    ['/required', /^required should be array$/, { $schema: DRAFT_07, required: true }],
    ['/items', /^items should be object,boolean$/, { items: [{}] }],
    ['/$schema', /^\$schema should be /, { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['/$schema', /^\$schema should be /, { $schema: 7 }],
    [
      '/properties/x/$ref',
      /Portico does not load other schemas$/,
      { properties: { x: { $ref: 'https://acme.test/schema.json' } } },
    ],
    ['/$ref', /Portico does not load other schemas$/, { $ref: '//169.254.169.254/' }],
    ['/$ref', /Portico does not load other schemas$/, { $ref: '#/$defs/none' }],
    ['/$ref', /Portico does not load other schemas$/, { $ref: '#/%' }],
    ['/$ref', /Portico does not load other schemas$/, { $ref: '#/__proto__' }],
    ['/$defs/a/$dynamicRef', /not supported$/, { $defs: { a: { $dynamicRef: '#node' } } }],
    ['/$defs/a/$id', /at the top/, { $defs: { a: { $id: 'https://acme.test/a' } } }],
    [
      '/properties/a~1b/pattern',
      /^pattern should be a regular expression$/,
      { properties: { 'a/b': { pattern: '(' } } },
    ],
    ['/patternProperties/[', /regular expressions$/, { patternProperties: { '[': true } }],
    ['', /at most 64 levels deep$/, nested(64)],
    ['', /at most 64 levels deep$/, nested(4_000)],
  ])('has a fault at %j: %s', (pointer, message, schema) => {
    expect(schemaFault(schema)).toEqual({ pointer, message: expect.stringMatching(message) });
  });

  it('is checked without running its patterns', () => {
    const pattern = '^((((a+)+)+)+)+$';
    const text = `${'a'.repeat(64)}!`;
    const schema = {
      pattern,
      patternProperties: { [pattern]: { const: text } },
      default: text,
      properties: { [text]: true },
    };
    const begun = performance.now();
    expect(schemaFault(schema)).toBeNull();
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('has faults only at pointers that exist in the schema', () => {
    const keyword = fc.constantFrom('type', '$ref', 'properties', 'items', 'pattern', 'enum', '$id', 'allOf', 'a~/b');
    const leaf = fc.oneof(fc.constantFrom<unknown>(true, 'object', '(', '#', '#/properties', 7, null), fc.jsonValue());
    const level = (inner: fc.Arbitrary<unknown>) => fc.dictionary(keyword, inner, { maxKeys: 3 });
    const member = (inner: fc.Arbitrary<unknown>) => fc.oneof(leaf, level(inner), fc.array(inner, { maxLength: 2 }));
    const schema = level(member(member(member(leaf))));
    fc.assert(
      fc.property(schema, (sent) => {
        const { pointer = '' } = schemaFault(JSON.parse(JSON.stringify(sent)) as JsonSchema) ?? {};
        let place: unknown = sent;
        for (const part of pointer.split('/').slice(1)) {
          const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
          expect(Object.keys(place as object)).toContain(name);
          place = (place as Record<string, unknown>)[name];
        }
      }),
    );
  });
});
