import { describe, expect, it } from '@jest/globals';
import { EVENT_SCHEMA } from '../../../testing/connect.ts';
import { fieldsOf, JsonSchema } from './fields.ts';

const rules = Object.fromEntries(
  fieldsOf(JsonSchema.parse(EVENT_SCHEMA)).map(({ name, type, rule }) => [name, [type, rule]]),
);

describe('the fields of a JSON Schema', () => {
  it('are rows with types and rules, each object followed by the fields inside it', () => {
    expect(rules).toEqual({
      id: ['text', '1 to 128 characters'],
      source_id: ['whole number', '1 to 2,147,483,647'],
      timestamp: ['date and time', 'ISO 8601, with an offset or Z'],
      result: ['text', 'SUCCESS or FAILURE'],
      details: ['object', ''],
      'details.message': ['text', 'at most 32,768 characters'],
      note: ['text', 'matches ^[a-z]+$'],
    });
  });

  it('mark optional fields', () => {
    const optional = fieldsOf(JsonSchema.parse(EVENT_SCHEMA)).filter(({ isRequired }) => !isRequired);
    expect(optional.map(({ name }) => name)).toEqual(['note']);
  });

  it('are empty for a schema that is not an object', () => {
    expect(fieldsOf(JsonSchema.parse({ type: 'string' }))).toEqual([]);
  });
});
